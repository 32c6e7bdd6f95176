import type { HistoryState } from '../rules/stateAt.ts';

/** What a state is called on screen. */
export function stateWord(state: HistoryState): string {
  return words[state];
}

const words: Record<HistoryState, string> = {
  current: 'Current',
  scheduled: 'Scheduled',
  ended: 'Ended',
  unknown: 'Not counted',
};
