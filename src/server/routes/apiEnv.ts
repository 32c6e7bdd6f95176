import type { HonoEnv } from '../requestLog.ts';
import type { Access } from '../sessions/access.ts';
import type { ReadPath } from './readPaths.ts';

export type ApiEnv = HonoEnv & {
  Variables: {
    /** What the request may do. Only below `/api/workspaces/:workspace`. */
    access: Access;
    /** Null unless the path is one that passes through to the service. */
    read: ReadPath | null;
  };
};
