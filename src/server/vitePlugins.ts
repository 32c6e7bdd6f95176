import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getProxyForUrl } from 'proxy-from-env';
import type { Plugin } from 'vite';
import { claimDatabase, openDatabase } from './database/database.ts';
import { createConsoleServer } from './httpServer.ts';
import { isScreenPath } from './routes/pages.ts';
import { createServiceClient } from './service/client.ts';
import { readSettings, sandboxHint } from './settings.ts';

/** Under Vite, our server answers `/api` and pages, and Vite everything else. */
export function createDevPlugin(): Plugin {
  return {
    name: 'console-server',
    apply: 'serve',
    async configureServer(vite) {
      const settings = readSettings(process.env, getProxyForUrl);
      const database = await openDatabase(settings.database);
      await claimDatabase(database, settings.serviceAddress, false);
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
