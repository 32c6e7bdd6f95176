import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createConsoleServer } from './createConsoleServer.ts';
import { createLineWriter } from './createLineWriter.ts';
import { readSettings, type Settings } from './readSettings.ts';
import { sandboxHint } from './sandboxHint.ts';

const settings = settingsOrExit();
const clientDir = join(import.meta.dirname, '../client');
if (!existsSync(clientDir)) exitWith('The console is not built; run npm run build.');
const lines = createLineWriter(process.stdout);
process.once('exit', lines.flush);
const { server, close } = createConsoleServer({
  settings,
  clientDir,
  log: lines.write,
});
// Whoever read the log may stop reading; the console goes on.
process.stdout.on('error', () => {});
server.once('error', (error) => exitWith(listenProblem(error, settings)));
server.listen(settings.port, settings.host, () => {
  process.stdout.write(greeting(settings, server.address()));
});

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
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

function listenProblem(error: Error, { host, port }: Settings): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken; set PORT to a free one.`;
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this process has; set PORT to another one.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`;
  return `The server cannot listen on ${host}, port ${port} (${String(code)}).`;
}

function greeting({ service, host }: Settings, address: ReturnType<typeof server.address>): string {
  const port = typeof address === 'object' && address !== null ? address.port : '';
  const lines = [`Workspace Console: http://${host.includes(':') ? `[${host}]` : host}:${port}`];
  if (service.kind === 'proxy') lines.push(`Service: ${service.url}`);
  else lines.push(sandboxHint);
  return `${lines.join('\n')}\n`;
}
