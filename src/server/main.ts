import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getProxyForUrl } from 'proxy-from-env';
import { createConsoleServer } from './app.ts';
import { describePolicy } from './policy.ts';
import { readSettings, type Settings, sandboxHint } from './settings.ts';

const settings = readSettingsOrExit();
const { host, service } = settings;
const clientDir = join(import.meta.dirname, '../client');
if (!existsSync(clientDir)) exitWith('The console is not built. Run npm run build.');
const log = (line: string) => process.stdout.write(`${line}\n`);
const { server, close } = createConsoleServer({ settings, clientDir, log });
// Don't crash if the log can't be written, for example because the disk is full. Deletes may be running.
process.stdout.once('error', ({ message }) => {
  process.stderr.write(`The log can't be written (${message}). Deletes continue without audit lines.\n`);
  process.stdout.on('error', () => {});
});
server.once('error', (error) => exitWith(listenProblem(error)));
server.listen(settings.port, host, () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  // Write all lines at once, because a program that starts the server may stop reading after the address.
  log(
    [`Workspace Console running at ${origin}`, describeService(), ...describePolicy(settings.policy)].join(
      '\n',
    ),
  );
});

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    void close().then(() => process.exit(0));
  });

function describeService(): string {
  if (service.kind === 'sandbox') return sandboxHint;
  // The origin of a URL contains no password.
  return `Service: ${service.url}${service.proxy === null ? '' : ` through the proxy ${service.proxy.origin}`}`;
}

function readSettingsOrExit(): Settings {
  try {
    return readSettings(process.env, getProxyForUrl);
  } catch (error) {
    return exitWith(error instanceof Error ? error.message : String(error));
  }
}

function exitWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function listenProblem({ code }: NodeJS.ErrnoException): string {
  const { port } = settings;
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already in use. Set PORT to a free port.`;
  return `The server can't listen on ${host}, port ${port} (${code}).`;
}
