import { isolated } from '../labels/isolated.ts';
import { levelName } from '../labels/levelName.ts';
import { stateWord } from '../labels/stateWord.ts';
import type { HistoryView } from './HistoryView.ts';

/** A filter in words, for paper and files. */
export function viewSentence({ level, state, from, to }: HistoryView): string {
  const parts: string[] = [];
  if (level !== null) parts.push(`level ${isolated(levelName(level))}`);
  if (state !== null) parts.push(`state ${stateWord(state).toLowerCase()}`);
  if (from !== null) parts.push(`from ${from}`);
  if (to !== null) parts.push(`through ${to}`);
  return parts.length === 0 ? 'none, all records' : parts.join(', ');
}
