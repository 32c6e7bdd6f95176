import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { deletionLogQuery, searchDeletions } from '../api/deletions.ts';
import { createEvidenceRow, type EvidencePlace, evidenceColumns } from '../compute/evidence.ts';
import { toCsv } from '../rules/csv.ts';
import { toVisibleText } from '../format/text.ts';
import { formatTimestamp } from '../format/time.ts';
import type { BulkDeletion, Deletion, LogContents, Protection } from '../rules/deletion.ts';
import { foldForSearch } from '../rules/text.ts';
import type { EpochMs } from '../rules/time.ts';
import { useSession } from '../session/useSession.ts';

type EntryFields = { key: string; at: EpochMs; actor: string; reason: string };

export type DeleteEntry = EntryFields & {
  kind: 'delete';
  bulk: BulkDeletion | null;
  /** In the order of the bulk delete. A search finds only some of its instances. */
  deletions: readonly Deletion[];
};

export type ProtectionEntry = EntryFields & { kind: 'protection'; isSet: boolean; protection: Protection };

export type Entry = DeleteEntry | ProtectionEntry;

/** Of what several parts have, the version of the first one counts. */
export function mergeContents(parts: readonly LogContents[]): LogContents {
  return {
    deletions: uniqueById(parts.flatMap(({ deletions }) => deletions)),
    bulkDeletions: uniqueById(parts.flatMap(({ bulkDeletions }) => bulkDeletions)),
    protections: uniqueById(parts.flatMap(({ protections }) => protections)),
  };
}

function uniqueById<Item extends { id: string }>(items: readonly Item[]): Item[] {
  const seenIds = new Set<string>();
  return items.filter(({ id }) => !seenIds.has(id) && seenIds.add(id));
}

/** The newest first. If the log has more deletions, changes that are older than the known ones wait for the next page. */
export function toActivityEntries(
  { deletions, bulkDeletions, protections }: LogContents,
  hasMore: boolean,
): Entry[] {
  const groups = Map.groupBy(deletions, ({ bulkId, id }) => bulkId ?? id);
  const deletes = [...groups].flatMap(([key, ofEntry]): DeleteEntry[] => {
    const [first] = ofEntry;
    if (first === undefined) return [];
    const { confirmedAt: at, actor, reason, bulkId } = first;
    const bulk = bulkDeletions.find(({ id }) => id === bulkId) ?? null;
    return [{ kind: 'delete', key, at, actor, reason, bulk, deletions: ofEntry }];
  });
  const since = hasMore ? Math.min(...deletes.map(({ at }) => at)) : Number.NEGATIVE_INFINITY;
  const changes = protections.flatMap(toChanges).filter(({ at }) => at >= since);
  return [...deletes, ...changes].sort((a, b) => b.at - a.at);
}

function toChanges(protection: Protection): ProtectionEntry[] {
  const { id, setAt, actor, reason, removedAt, removedBy } = protection;
  const entry = { kind: 'protection', protection } as const;
  const set = { ...entry, key: `${id} set`, at: setAt, actor, reason, isSet: true };
  if (removedAt === null) return [set];
  const key = `${id} removed`;
  return [set, { ...entry, key, at: removedAt, actor: removedBy ?? '', reason: '', isSet: false }];
}

export function formatProtectionChange({ isSet }: ProtectionEntry): string {
  return isSet ? 'Protection set' : 'Protection removed';
}

export type Filter = { search: string; isMine: boolean };

/** The server searches deletions, and sends every protection in the time of a page. So protections are searched here, by the same rule. */
function filterProtections(entries: readonly Entry[], { search, isMine }: Filter, self: string): Entry[] {
  const words = foldForSearch(search).split(/\s+/);
  return entries.filter((entry) => {
    if (entry.kind === 'delete') return true;
    if (isMine && entry.actor !== self) return false;
    const { name, instanceId, databaseName } = entry.protection;
    const text = foldForSearch([name, instanceId, databaseName, entry.actor, entry.reason].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

const debounceMs = 250;
/** Pages are read again after this time (ms), because each new deletion moves older ones to the next page. */
const rereadMs = 30_000;

/** The newest part of the log, which every screen polls, and the pages that only Activity reads. */
export function useActivityLog(filter: Filter) {
  const { search, isMine } = filter;
  const { workspace, actor } = useSession();
  const newestQuery = deletionLogQuery(workspace);
  const newest = useQuery(newestQuery);
  const isFiltered = search !== '' || isMine;
  const pages = useInfiniteQuery({
    queryKey: [...newestQuery.queryKey, 'pages', { search, isMine }],
    queryFn: async ({ pageParam, signal }) => {
      if (search !== '' && pageParam === '') await wait(debounceMs, signal);
      return searchDeletions(workspace, { search, isMine, before: pageParam || null }, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: rereadMs,
  });
  const found = pages.data?.pages ?? [];
  // The newest part is read more often, so its versions count.
  const all = mergeContents(newest.data === undefined ? found : [newest.data, ...found]);
  const hasMore = pages.data === undefined ? Boolean(newest.data?.next) : pages.hasNextPage;
  const entries = toActivityEntries(isFiltered ? mergeContents(found) : all, hasMore);
  return {
    entries: filterProtections(entries, filter, actor),
    hasMore,
    allDeletions: all.deletions,
    filter: { search, isMine, isOn: isFiltered },
    query: isFiltered ? pages : newest,
    pages,
  };
}

export type ActivityLog = ReturnType<typeof useActivityLog>;

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

const requestHeader = ['requested (UTC)', 'requested by', 'workspace', 'environment', 'reason'];

/** A row for each deletion and each change of a protection. @param remark a last line, or null */
export function toActivityCsv(
  entries: readonly Entry[],
  { workspace, environment }: EvidencePlace,
  remark: string | null = null,
): string {
  const rows = entries.flatMap((entry) => {
    const { at, actor, reason } = entry;
    const request = [formatTimestamp(at), actor, workspace, environment ?? '', reason];
    const results = entry.kind === 'protection' ? [toChange(entry)] : entry.deletions.map(toResult);
    return results.map((result) => [...request, ...result].map(toVisibleText));
  });
  const lastRows = remark === null ? [] : [[remark]];
  return toCsv([[...requestHeader, ...evidenceColumns, 'explanation'], ...rows, ...lastRows]);
}

function toChange(entry: ProtectionEntry): string[] {
  const { name, databaseName, instanceId } = entry.protection;
  return [formatProtectionChange(entry), name ?? '', databaseName, instanceId];
}

function toResult(deletion: Deletion): string[] {
  const cells = createEvidenceRow(deletion).map((part) => (typeof part === 'string' ? part : part.value));
  const { message, notes = [] } = deletion.outcome ?? {};
  return [...cells, [message, ...notes].filter(Boolean).join(' ')];
}
