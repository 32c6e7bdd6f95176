import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DeletionRequest } from '../rules/requests.ts';
import type { Access } from './sessions/sessionStore.ts';

export type RequestLogEntry = {
  requestId: string;
  /** Template of the path, or the path of an existing file, because a path may contain a token. */
  route: string;
  /** Never logged. Null without a session. */
  token: string | null;
  isAudited: boolean;
};

export type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; entry: RequestLogEntry };

export type HonoEnv = { Bindings: Exchange };

/** Of the routes that need the session of their workspace. */
export type ApiEnv = HonoEnv & { Variables: { access: Access; deletionRequest?: DeletionRequest } };
