export type DeleteOutcomeKind =
  | 'deleted'
  | 'accepted'
  | 'gone'
  | 'refused'
  | 'unknown'
  | 'mismatch'
  | 'not-sent';

/** Outcomes are stored in IndexedDB, so they contain plain data only. */
export type DeleteOutcome = {
  kind: DeleteOutcomeKind;
  /** A sentence for the admin, or an empty string if no explanation is needed. */
  reason: string;
  status: number | null;
  requestId: string | null;
  retryAfterMs: number | null;
  record: Readonly<Record<string, unknown>> | null;
  /** How the returned record differs from the request, in sentences. */
  notes: readonly string[];
  /** The field of the returned record that may name a different instance, or null. Stops a bulk delete. */
  doubtful: null | 'id' | 'name';
  /** True if a proxy in front of the console answered instead of our server or the service. */
  fromProxy: boolean;
};

export const blankOutcome: Omit<DeleteOutcome, 'kind'> = {
  reason: '',
  status: null,
  requestId: null,
  retryAfterMs: null,
  record: null,
  notes: [],
  doubtful: null,
  fromProxy: false,
};

export type DeleteTarget = { workspaceSlug: string; databaseName: string; instanceId: string };
