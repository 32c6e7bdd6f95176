/** What became of one call, for people who have to report it. Holds no token and no body. */
export type RequestRecord = {
  /** When it was sent, ms since the epoch. */
  readonly at: number;
  readonly method: 'GET' | 'DELETE';
  /** The address asked, without the base_url. */
  readonly path: string;
  /** null where no answer arrived. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Bytes of the decoded body that were read. */
  readonly bytes: number;
  readonly requestId: string | null;
};
