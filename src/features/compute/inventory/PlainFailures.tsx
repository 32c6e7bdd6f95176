import type { DatabaseRead } from './useInstances.ts';

/** Why listings failed, in as many words as the console has at hand. */
export function PlainFailures({ reads }: { reads: readonly DatabaseRead[]; onAdd: () => void }) {
  const reasons = new Set(reads.map(({ read }) => read.error?.message));
  return <p role="alert">{[...reasons].join(' ')}</p>;
}
