/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { devPlugin } from './src/server/devPlugin.ts';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    devPlugin(),
    preloadConsole(),
    isSsrBuild ? moduleType() : compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 256 }),
  ],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    target: 'es2022',
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // Later chunks load ahead anyway. The list of their imports would come before the banner of the first chunk.
      resolveDependencies: (_, imports, { hostType }) => (hostType === 'html' ? imports : []),
    },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: { groups: startChunks() },
            // Chromium then compiles all functions while the file loads, not one by one on the main thread. Measured at 4× CPU:
            // blocking time to the first row 264 → 140 ms, first paint of a stored session 1017 → 761 ms.
            postBanner: '//# allFunctionsCalledOnLoad',
          },
        },
  },
  ssr: { noExternal: true },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    // Vitest would load the CommonJS build and nuqs the other, so there would be two routers.
    alias: {
      'react-router-dom': fileURLToPath(
        new URL('node_modules/react-router-dom/dist/index.mjs', import.meta.url),
      ),
    },
    // Vitest would leave one of two cores idle.
    maxWorkers: '100%',
    // For slow machines. The bench measures times, and no test does.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
}));

/**
 * Puts the modules that `main.tsx` and `Console.tsx` import statically into one chunk each. By default, modules that later
 * chunks share with them would become a dozen files of the start.
 */
function startChunks(): Rolldown.CodeSplittingGroup[] {
  const root = fileURLToPath(new URL('src/app/Console.tsx', import.meta.url));
  let behindGate: ReadonlySet<string> | undefined;
  return [
    { name: 'main', tags: ['$initial'], priority: 2 },
    {
      name(id, graph) {
        behindGate ??= staticImports(root, graph);
        return behindGate.has(id) ? 'Console' : null;
      },
      debugName: 'Console',
      priority: 1,
    },
  ];
}

/** Returns a module and everything it imports statically. */
function staticImports(root: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const members = new Set([root]);
  for (const id of members)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) members.add(imported);
  return members;
}

/** Writes `package.json` beside the server, because Node must treat it as a module wherever `dist` is copied to. */
function moduleType(): Plugin {
  return {
    name: 'module-type',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "module" }\n' });
    },
  };
}

/** Names the chunk of the console on the tag of `early.js`, which preloads it if this tab stores a session. */
function preloadConsole(): Plugin {
  return {
    name: 'preload-console',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(({ name }) => name === 'Console');
        if (chunk === undefined) throw new Error('The build has no chunk named Console.');
        return html.replace('src="/early.js"', `src="/early.js" data-code="/${chunk.fileName}"`);
      },
    },
  };
}
