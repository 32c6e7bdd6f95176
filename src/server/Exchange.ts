import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request and the answer to it. */
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  /** Stands on the answer and in the log, and goes to the service. */
  requestId: string;
  /** What the log calls the address: its route, without what stands in it. */
  route: string;
  /** The path itself, which the log may show once a 2xx has proved its values: before, one may be a token. */
  provenPath: string | null;
};
