import {
  debounce,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import type { LogFilter } from '../api/deletions.ts';

/** The results for which Activity has a toggle. */
export const filterableResults = ['unknown', 'mismatch', 'refused'] as const;

/** What the list shows, in the URL, so that links, a reload and Back keep it. */
const viewParsers = {
  // Browsers limit frequent changes of the URL.
  search: parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(300) }),
  from: parseAsString,
  to: parseAsString,
  results: parseAsArrayOf(parseAsStringLiteral(filterableResults)).withDefault([]),
  isMine: parseAsBoolean.withDefault(false),
  /** The entry that is open. */
  deletion: parseAsString,
};

type ActivityView = inferParserType<typeof viewParsers>;

export const noFilters = { search: null, from: null, to: null, results: null, isMine: null };

/** A longer text would make a URL that servers refuse. */
export const maxSearchLength = 300;

export function useActivityView() {
  return useQueryStates(viewParsers, { urlKeys: { search: 'q', results: 'result', isMine: 'mine' } });
}

export function toLogFilter({ search, from, to, results, isMine }: ActivityView): LogFilter {
  return { search: search.trim(), from, to, results, isMine };
}

export function hasFilters({ search, from, to, results, isMine }: LogFilter): boolean {
  return search !== '' || from !== null || to !== null || results.length > 0 || isMine;
}
