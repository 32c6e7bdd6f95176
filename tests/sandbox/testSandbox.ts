import { createSandbox, type SandboxOptions } from '../../src/sandbox/app.ts';

/** Creates a sandbox and functions that call it. If `authorization` is null, the call has no Authorization header. */
export function createTestSandbox(options: SandboxOptions = {}) {
  const sandbox = createSandbox(options);
  async function call(method: string, path: string, authorization: string | null = 'Bearer sandbox-token') {
    const headers = authorization === null ? {} : { Authorization: authorization };
    return sandbox.fetch(new Request(`http://sandbox.test${path}`, { method, headers }));
  }
  return {
    sandbox,
    call,
    get: (path: string) => call('GET', path),
    remove: (path: string) => call('DELETE', path),
    async list(workspace: string, database: string) {
      const response = await call('GET', `/workspaces/${workspace}/databases/${database}/compute`);
      return response.json();
    },
  };
}
