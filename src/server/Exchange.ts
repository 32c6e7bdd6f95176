import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request and the answer to it. */
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  /** Stands on the answer and in the log, and goes to the service. */
  requestId: string;
};
