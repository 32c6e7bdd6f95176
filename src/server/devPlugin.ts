import { getProxyForUrl } from 'proxy-from-env';
import type { Plugin } from 'vite';
import { createHandler } from './app.ts';
import { addConfig } from './routes/staticFiles.ts';
import { createBrowserConfig, readSettings, sandboxHint } from './settings.ts';

export function createDevPlugin(): Plugin {
  return {
    name: 'console-api',
    apply: (_config, { command, isPreview }) =>
      command === 'serve' && isPreview !== true && process.env.VITEST === undefined,
    configureServer(vite) {
      const settings = readSettings(process.env, getProxyForUrl);
      const log = (line: string) => process.stdout.write(`${line}\n`);
      const handleRequest = createHandler({ settings, clientDir: null, log });
      if (settings.service.kind === 'sandbox')
        vite.httpServer?.once('listening', () => vite.config.logger.info(sandboxHint));
      vite.middlewares.use((incoming, outgoing, next) => {
        if (servedPathPattern.test(incoming.url ?? '')) void handleRequest(incoming, outgoing);
        else next();
      });
    },
    transformIndexHtml: async (html) => addConfig(html, await createBrowserConfig(readSettings(process.env))),
  };
}

const servedPathPattern = /^\/(?:api(?:[/?]|$)|config\.json(?:\?|$)|healthz(?:\?|$))/;
