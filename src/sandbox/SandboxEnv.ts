import type { SandboxWorkspace } from './createWorkspaces.ts';

/** What the floors of one request hand on to its operation. */
export type SandboxEnv = { Variables: { workspace: SandboxWorkspace } };

/** A request as the sandbox remembers it: never the token. `path` is raw, without the query. */
export type SandboxCall = { method: string; path: string; authorized: boolean };
