import type { RequestRecord } from './RequestRecord.ts';

/** Who asks, and where: everything a call needs beside its own values. The token lives here and nowhere else. */
export type Connection = {
  /** base_url of the service without a trailing slash: a path of the own origin or an http(s) URL. */
  readonly serviceUrl: string;
  /** The access token of section 5, sent as `Authorization: Bearer …`. */
  readonly token: string;
  /** False once its session has ended: from then on nothing is sent over it. */
  readonly isOpen?: () => boolean;
  /** Told of a 401, so that the session can ask for another token. */
  readonly onRejectedToken?: () => void;
  /** Told of every call once it has ended. */
  readonly onRequest?: (record: RequestRecord) => void;
};
