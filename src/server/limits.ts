/** What this server waits for and holds at most. Times in ms, sizes in bytes. */
export type Limits = {
  /** A read: until its headers, then between two signs of life of its body. */
  readMs: number;
  /** A delete, from dispatch to the last byte of its answer. */
  deleteMs: number;
  /** The largest answer to a delete that is kept. */
  deleteAnswerBytes: number;
  /** How long an answer to a delete is kept for a re-sent request, from the moment it settled. */
  keepDeleteMs: number;
  /** How many deletes are remembered, and how many bytes of answers. */
  keptDeletes: number;
  keptDeleteBytes: number;
  /** How many deletes may be on their way to the service, in all and for one token. */
  deletesUnderWay: number;
  deletesPerToken: number;
  /** A request line with its headers; a whole request; a connection without a sign of life; an idle kept-alive one. */
  headersMs: number;
  requestMs: number;
  silentMs: number;
  keepAliveMs: number;
  /** While the server closes: how long a connection may take to finish sending its request. */
  graceMs: number;
  /** Room for the longest token (8192) beside three path values of 512 characters, each encoded. */
  headerBytes: number;
  connections: number;
};

export const limits: Limits = {
  readMs: 15_000,
  deleteMs: 60_000,
  deleteAnswerBytes: 1_000_000,
  keepDeleteMs: 600_000,
  keptDeletes: 10_000,
  keptDeleteBytes: 64_000_000,
  deletesUnderWay: 256,
  deletesPerToken: 16,
  headersMs: 10_000,
  requestMs: 15_000,
  silentMs: 90_000,
  keepAliveMs: 75_000,
  graceMs: 1_000,
  headerBytes: 32_768,
  connections: 4_096,
};
