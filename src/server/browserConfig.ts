import type { Settings } from './readSettings.ts';

/** What `/config.json` tells the browser. The token is the sandbox's public one; a real service has none here. */
export function browserConfig({ service, instancesPath, databases, idleMinutes }: Settings) {
  return {
    serviceUrl: '/api',
    instancesPath,
    databases,
    idleMinutes,
    sandbox: service.kind === 'sandbox' ? sandboxAccess : null,
  };
}

const sandboxAccess = { workspaceSlug: 'acme', token: 'sandbox-token' };
