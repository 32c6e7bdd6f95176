import { createSandbox, type Sandbox } from '../../src/sandbox/app.ts';
import { createConsoleServer } from '../../src/server/app.ts';
import { readSettings } from '../../src/server/settings.ts';

export type TokenSite = {
  origin: string;
  token: string;
  log: readonly string[];
  sandbox: Sandbox;
  close(): Promise<void>;
};

const clientDir = new URL('../../dist/client', import.meta.url).pathname;

/**
 * The console in front of a service that takes one token of the test's choice, set up as for a real service: no hint
 * at the gate names a token.
 */
export async function startTokenSite(token: string): Promise<TokenSite> {
  const sandbox = createSandbox();
  const log: string[] = [];
  const { server, close } = createConsoleServer({
    settings: readSettings({
      SERVICE_URL: 'http://service.invalid',
      INSTANCES_PATH: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
      DATABASES: 'orders,analytics,identity',
    }),
    clientDir,
    log: (line) => log.push(line),
    sandbox: {
      fetch(request) {
        const headers = new Headers(request.headers);
        const right = headers.get('authorization') === `Bearer ${token}`;
        headers.set('authorization', right ? 'Bearer sandbox-token' : 'Bearer wrong');
        return sandbox.fetch(new Request(request, { headers }));
      },
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    token,
    log,
    sandbox,
    async close() {
      sandbox.close();
      server.closeAllConnections();
      await close();
    },
  };
}
