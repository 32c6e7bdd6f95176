import type { Plugin } from 'vite';
import { browserConfig } from './browserConfig.ts';
import { createApp } from './createApp.ts';
import { createServiceApi } from './createServiceApi.ts';
import { createUpstream } from './createUpstream.ts';
import { limits } from './limits.ts';
import { readSettings } from './readSettings.ts';
import { sandboxHint } from './sandboxHint.ts';

/** Serves the same /api, /config.json and /healthz under Vite, by the same variables. */
export function devApi(): Plugin {
  return {
    name: 'dev-api',
    apply: (_config, { command, isPreview }) => command === 'serve' && isPreview !== true,
    config() {
      if (process.env.VITEST !== undefined) return;
      const { HOST, PORT } = process.env;
      const { host, port } = readSettings(process.env);
      // Vite's own address where none is asked for: both servers can run at a time.
      return { server: { ...(HOST && { host }), ...(PORT && { port, strictPort: true }) } };
    },
    configureServer(vite) {
      if (process.env.VITEST !== undefined) return;
      const settings = readSettings(process.env);
      const upstream = createUpstream(settings.service);
      const app = createApp({
        api: createServiceApi({ upstream, instancesPath: settings.instancesPath, limits }),
        config: browserConfig(settings),
        serveStatic: ({ response }) => response.end(),
        log: (line) => process.stdout.write(`${line}\n`),
      });
      vite.httpServer?.once('close', () => upstream.close());
      if (settings.service.kind === 'sandbox')
        vite.httpServer?.once('listening', () => vite.config.logger.info(sandboxHint));
      vite.middlewares.use((request, response, next) => {
        if (ownPath.test(request.url ?? '')) app(request, response);
        else next();
      });
    },
  };
}

const ownPath = /^\/(?:api(?:[/?]|$)|config\.json(?:\?|$)|healthz(?:\?|$))/;
