/// <reference types="vitest/config" />
import { cpSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { getProxyForUrl } from 'proxy-from-env';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { defineConfig, type Plugin, runnerImport } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { bindToService, openDatabase } from './src/server/database/database.ts';
import { createConsoleServer } from './src/server/httpServer.ts';
import { isScreenPath } from './src/server/routes/pages.ts';
import { createServiceClient } from './src/server/service/client.ts';
import { readSettings, sandboxHint } from './src/server/settings.ts';

/** The production build of the router. Its package exports only the development build, which checks and warns. */
const routerPath = fileURLToPath(
  new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    // Tests start a server of their own.
    process.env.VITEST === undefined && serveConsole(),
    prerender(),
    isSsrBuild ? addServerFiles() : compressFiles(),
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
    // The console loads its scripts itself. Lists of them would precede `postBanner`, which must be the first line.
    modulePreload: false,
    // Not served. `.github/CONTRIBUTING.md` says how to map the stack of a crash report.
    sourcemap: isSsrBuild ? false : 'hidden',
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            // Three scripts: the sign-in form, the console up to its first rows, and the rest.
            codeSplitting: {
              groups: [
                { name: 'sign-in', tags: ['$initial'], priority: 3 },
                { name: 'console', test: /src.app.Console\.tsx$/, priority: 2 },
                { name: 'rest', priority: 1 },
              ],
            },
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
      { extends: true, test: { name: 'node', include: ['tests/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['tests/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/support/setUpScreens.ts'],
        },
      },
    ],
    // The files of a worker share their modules, which loads them in half the time.
    isolate: false,
    setupFiles: ['tests/support/fillNodeGaps.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // Without the alias, Vitest would load the CommonJS build of the router, and nuqs its ES module build.
    alias: {
      'react-router-dom': fileURLToPath(
        new URL('node_modules/react-router-dom/dist/index.mjs', import.meta.url),
      ),
    },
    // Two more than cores, because some files wait for most of their time.
    maxWorkers: availableParallelism() + 2,
    // The limits are long, because some machines are slow.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
}));

function compressFiles(): Plugin | Plugin[] {
  return compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 256 });
}

/** Under Vite, our server answers `/api`, health checks and pages, and Vite the rest. */
function serveConsole(): Plugin {
  return {
    name: 'console-server',
    apply: 'serve',
    async configureServer(vite) {
      const settings = readSettings(process.env, getProxyForUrl);
      const database = await openDatabase(settings.database);
      await bindToService(database, settings.serviceAddress, false);
      const { server, close } = createConsoleServer({
        settings,
        database,
        service: createServiceClient(settings),
        frontend: {
          loadPage: async (url) =>
            vite.transformIndexHtml(url, await readFile(join(vite.config.root, 'index.html'), 'utf8')),
        },
        log: (line) => process.stdout.write(`${line}\n`),
        logError: (line) => process.stderr.write(`${line}\n`),
      });
      vite.httpServer?.once('close', () => void close().then(() => database.close()));
      if (settings.service.kind === 'sandbox')
        vite.httpServer?.once('listening', () => vite.config.logger.info(sandboxHint));
      vite.middlewares.use((incoming, outgoing, next) => {
        const path = incoming.url?.split('?', 1)[0] ?? '';
        const isPage = incoming.headers.accept?.includes('text/html') && isScreenPath(path);
        if (isPage || /^\/(?:api(?:\/|$)|healthz$|livez$)/.test(path))
          server.emit('request', incoming, outgoing);
        else next();
      });
    },
  };
}

/** What the server needs beside its code, so that it runs from a copy of `dist`. */
function addServerFiles(): Plugin {
  return {
    name: 'server-files',
    writeBundle({ dir }) {
      // Without it, Node would parse the code twice.
      writeFileSync(`${dir}/package.json`, '{ "type": "module" }\n');
      // `libsql` loads its native file by its name at runtime, so no bundler can include it.
      const packages = fileURLToPath(new URL('node_modules/@libsql', import.meta.url));
      cpSync(packages, `${dir}/node_modules/@libsql`, { recursive: true });
    },
  };
}

/** Writes the sign-in form into `index.html`, so that it appears before React has run. The page replaces it with its own. */
function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { module } = await runnerImport<typeof import('./src/session/SignInPage.tsx')>(
          fileURLToPath(new URL('src/session/SignInPage.tsx', import.meta.url)),
        );
        const page = createElement(module.SignInPage, { workspace: '', isReady: false });
        const form = createElement(MemoryRouter, null, page);
        const script = Object.values(bundle).find(({ name }) => name === 'console');
        return html
          .replace('<!-- sign-in form:start -->', (start) => start + renderToStaticMarkup(form))
          .replace('</head>', `  <link rel="modulepreload" href="/${script?.fileName}">\n  </head>`);
      },
    },
  };
}
