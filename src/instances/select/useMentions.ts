import { useDeferredValue, useMemo } from 'react';
import { useSession } from '../../session/useSession.ts';
import type { Instances } from '../useInstances.ts';
import { findMentions, type Mentions } from './findMentions.ts';

export type SearchedInstances = Pick<Instances, 'rows' | 'byRow' | 'refusals'>;

/** A text may be long, so it is read after the field shows it. `isCurrent` is false until then. */
export function useMentions(text: string, { rows, byRow, refusals }: SearchedInstances) {
  const { workspace } = useSession();
  const readText = useDeferredValue(text);
  const mentions: Mentions = useMemo(
    () => findMentions(readText, rows, { byRow, refusals, workspace }),
    [readText, rows, byRow, refusals, workspace],
  );
  return { mentions, readText, isCurrent: readText === text };
}
