import { formatInstant } from '../../../ui/formatInstant.ts';
import { groupedDigits } from '../../../ui/groupedDigits.ts';
import type { Zone } from '../../../ui/Zone.ts';
import { durationText } from '../labels/durationText.ts';
import { isolated } from '../labels/isolated.ts';
import { levelName } from '../labels/levelName.ts';
import { stateWord } from '../labels/stateWord.ts';
import { stateAt } from '../rules/stateAt.ts';
import type { StripBlock } from './stripBlocks.ts';

/** A piece of the strip in words: the record it shows, or how many it stands for. `now` in ms UTC. */
export function stripSentence(block: StripBlock, now: number, zone: Zone): string {
  const { entry, last, count, lasting } = block;
  const start = entry.from === null ? '' : formatInstant(entry.from, zone);
  const to = last.to === null ? 'open-ended' : `to ${formatInstant(last.to, zone)}`;
  if (count > 1) {
    const levels = [...lasting.keys()].map((level) => isolated(levelName(level))).join(', ');
    return `${groupedDigits(count)} records (${levels}), ${start} ${to}; zoom in to tell them apart`;
  }
  const state = stateWord(stateAt(entry, now)).toLowerCase();
  return [isolated(levelName(entry.record.level)), `${start} ${to}`, durationText(entry, now), state]
    .filter(Boolean)
    .join(', ');
}
