/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { copyNativeFiles, createDevPlugin } from './src/server/vitePlugins.ts';

/** The production build of the router. Its package exports only the development build, which checks and warns. */
const routerPath = fileURLToPath(
  new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    createDevPlugin(),
    prerender(),
    isSsrBuild ? [writePackageJson(), copyNativeFiles()] : compressFiles(),
  ],
  resolve: {
    alias: command === 'build' ? [{ find: /^react-router$/, replacement: routerPath }] : [],
  },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    target: 'es2022',
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    // The browsers that `.old-browser` in styles.css names.
    cssTarget: ['chrome123', 'firefox125', 'safari17.5'],
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // Add no list of later chunks to a script, because it would precede `postBanner`, which must be the first line. The
      // app itself preloads these chunks.
      resolveDependencies: (_, imports, { hostType }) => (hostType === 'html' ? imports : []),
    },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          // The groups decide where a module goes, also if it is imported in both ways.
          checks: { ineffectiveDynamicImport: false },
          output: {
            codeSplitting: { groups: chunks() },
            // With this comment, Chromium compiles all functions while the file loads, and not later on the main thread.
            // With the CPU slowed down 4 times, it shortened the blocking time before the first row from 264 to 140 ms, and
            // the time to the first paint of a stored session from 1017 to 761 ms.
            postBanner: '//# allFunctionsCalledOnLoad',
          },
        },
  },
  ssr: { noExternal: true },
  test: {
    projects: [
      // The files without a page share their modules, which loads them in half the time.
      { extends: true, test: { name: 'node', include: ['tests/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'screens', include: ['tests/**/*.test.tsx'] } },
    ],
    setupFiles: ['tests/support/fillNodeGaps.ts'],
    // Without the alias, Vitest would load the CommonJS build of the router, and nuqs its ES module build.
    alias: {
      'react-router-dom': fileURLToPath(
        new URL('node_modules/react-router-dom/dist/index.mjs', import.meta.url),
      ),
    },
    // By default, Vitest leaves one core idle.
    maxWorkers: '100%',
    // The limits are long, because some machines are slow. The benchmark measures times, and the tests don't.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
}));

/**
 * Three files: the sign-in form (all static imports of `main.tsx`), the console up to its first rows (those of
 * `Console.tsx`), and the rest. By default, shared modules would be a dozen more files.
 */
function chunks(): Rolldown.CodeSplittingGroup[] {
  const root = fileURLToPath(new URL('src/app/Console.tsx', import.meta.url));
  let consoleModules: ReadonlySet<string> | undefined;
  return [
    { name: 'sign-in', tags: ['$initial'], priority: 2 },
    {
      name(id, graph) {
        consoleModules ??= staticImports(root, graph);
        return consoleModules.has(id) ? 'console' : 'rest';
      },
      debugName: 'console and rest',
      priority: 1,
    },
  ];
}

/** The IDs of a module and of all its static imports, including indirect imports. */
function staticImports(root: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const members = new Set([root]);
  for (const id of members)
    for (const importedId of graph.getModuleInfo(id)?.importedIds ?? []) members.add(importedId);
  return members;
}

function compressFiles(): Plugin | Plugin[] {
  return compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 256 });
}

/** Writes `package.json` beside the server. Without it, Node would not run a copy of `dist` as ES modules. */
function writePackageJson(): Plugin {
  return {
    name: 'module-type',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "module" }\n' });
    },
  };
}

/**
 * Writes the sign-in form and the frame of the shell into `index.html`, so that one of them appears before any code has run.
 * Our server removes the other one, and preloads the console's file for a page with a session.
 */
function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { module } = await runnerImport<typeof import('./src/app/prerender.tsx')>(
          fileURLToPath(new URL('src/app/prerender.tsx', import.meta.url)),
        );
        const { form, frame } = module.prerenderParts();
        const chunk = Object.values(bundle).find(({ name }) => name === 'console');
        if (chunk === undefined) throw new Error('The build has no chunk named console.');
        return (
          html
            .replace('<html ', () => `<html data-console="/${chunk.fileName}" `)
            .replace('<!-- sign-in form:start -->', (start) => start + form)
            .replace('<!-- frame:start -->', (start) => start + frame)
            // Behind the styles, so that the browser parses them while it waits for the script.
            .replace(/<script src="\/theme\.js"><\/script>\s*/, '')
            .replace('</head>', '  <script src="/theme.js"></script>\n  </head>')
        );
      },
    },
  };
}
