import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createConsoleServer } from './app.ts';
import { readSettings, type Settings, sandboxHint } from './settings.ts';

const settings = settingsOrExit();
const { host, service } = settings;
const clientDir = join(import.meta.dirname, '../client');
if (!existsSync(clientDir)) exitWith('The console is not built; run npm run build.');
const log = (line: string) => process.stdout.write(`${line}\n`);
const { server, close } = createConsoleServer({ settings, clientDir, log });
// Whoever read the log may stop reading; the console goes on.
process.stdout.on('error', () => {});
server.once('error', (error) => exitWith(listenProblem(error)));
server.listen(settings.port, host, () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  // In one write: whoever waits for the address has the rest as well.
  log(`Workspace Console: ${origin}\n${service.kind === 'proxy' ? `Service: ${service.url}` : sandboxHint}`);
});

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    void close().then(() => process.exit(0));
  });

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
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
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken; set PORT to a free one.`;
  if (code === 'EACCES') return `Port ${port} needs more rights than this process has; set PORT to another.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`;
  return `The server cannot listen on ${host}, port ${port} (${code}).`;
}
