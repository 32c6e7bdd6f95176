import type { DatabaseRead } from './useInstances.ts';

type FailureGroup = {
  error: Error;
  /** The databases in words; empty where the listing is of the whole workspace. */
  names: string;
  group: [DatabaseRead, ...DatabaseRead[]];
};

const list = new Intl.ListFormat('en-GB');

/** The listings that failed, those together that failed alike: an outage is told once, not once a database. */
export function failureGroups(reads: readonly DatabaseRead[]): FailureGroup[] {
  const groups = new Map<string, Omit<FailureGroup, 'names'>>();
  for (const one of reads) {
    const { error, data } = one.read;
    if (error === null) continue;
    const said = 'serviceMessage' in error ? error.serviceMessage : null;
    const key = JSON.stringify([data === undefined, error.message, said]);
    const alike = groups.get(key);
    if (alike === undefined) groups.set(key, { error, group: [one] });
    else alike.group.push(one);
  }
  return [...groups.values()].map(({ error, group }) => ({
    error,
    group,
    names: list.format(group.flatMap(({ databaseName }) => databaseName ?? [])),
  }));
}
