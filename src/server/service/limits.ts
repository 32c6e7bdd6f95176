export type TimeLimits = {
  /** Time without data during a read (ms). A page repeats a read twice, and gives up after 45 s. */
  readMs: number;
  /** From the start of a DELETE to the last byte of its response (ms). */
  deleteMs: number;
  /** Idle time of a connection (ms). Some load balancers keep connections for ten minutes. */
  keepAliveMs: number;
};

export const defaultTimeLimits: TimeLimits = { readMs: 15_000, deleteMs: 60_000, keepAliveMs: 660_000 };

/** Bytes of all headers of a request and of a response of the service. */
export const maxHeaderBytes = 65_536;
