import type { RequestRecord } from '../api/RequestRecord.ts';

/** A record and its number in the log, which no other record ever has. */
export type LoggedRequest = RequestRecord & { readonly number: number };

export type RequestLog = ReturnType<typeof createRequestLog>;

const keptRecords = 200;

/** The last 200 requests to the service, latest first. In memory only: they name workspaces and instances. */
export function createRequestLog() {
  const listeners = new Set<() => void>();
  let records: readonly LoggedRequest[] = [];
  let count = 0;

  function set(next: readonly LoggedRequest[]) {
    records = next;
    for (const listener of listeners) listener();
  }

  return {
    get: () => records,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(record: RequestRecord) {
      count += 1;
      set([{ ...record, number: count }, ...records.slice(0, keptRecords - 1)]);
    },
    clear: () => set([]),
  };
}
