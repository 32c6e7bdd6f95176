import { createSandbox } from '../sandbox/createSandbox.ts';
import { createProxyUpstream } from './createProxyUpstream.ts';
import { createSandboxUpstream } from './createSandboxUpstream.ts';
import type { Settings } from './readSettings.ts';
import type { Upstream } from './Upstream.ts';

/** The upstream the settings ask for: a real service, or a fresh sandbox in this process. */
export function createUpstream(service: Settings['service']): Upstream {
  return service.kind === 'proxy'
    ? createProxyUpstream(service.url)
    : createSandboxUpstream(createSandbox(service));
}
