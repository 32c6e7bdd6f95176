import { characterLabel } from './characterLabel.ts';
import { hiddenCharacter } from './hiddenCharacter.ts';
import { lookAlikes } from './lookAlikes.ts';

export type NamePart =
  | { kind: 'plain'; text: string }
  /** One character that can't be seen, or a run of the same one. */
  | { kind: 'hidden'; text: string; label: string };

export type NameHazards = {
  /** Nothing about the name misleads; it is one plain part. */
  isClean: boolean;
  hasInvisible: boolean;
  /** Characters that reorder the text around them; those of right-to-left scripts alone do not count. */
  hasBidi: boolean;
  mixedScripts: boolean;
  /** Each the end of a sentence that starts with "The name"; empty where it can't be taken for another. */
  lookAlikes: readonly string[];
  /** The whole name in order: the texts of the parts put together are the name. */
  parts: readonly NamePart[];
};

/** What about a name could mislead whoever reads it before deleting, and its parts with the unseen ones labelled. */
export function nameHazards(name: string): NameHazards {
  const parts = partsOf(name);
  const hasInvisible = parts.some((part) => part.kind === 'hidden');
  const hasBidi = bidiControl.test(name);
  const { mixedScripts, reasons } = lookAlikes(name);
  const isClean = !hasInvisible && reasons.length === 0;
  return { isClean, hasInvisible, hasBidi, mixedScripts, lookAlikes: reasons, parts };
}

const bidiControl = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
// A space is ordinary between two characters; at an end, or beside another one, the page would swallow it.
const hiddenRun = new RegExp(`^ +| +$| {2,}|(?! )(${hiddenCharacter.source})\\1*`, 'gu');

function partsOf(name: string): NamePart[] {
  const parts: NamePart[] = [];
  let from = 0;
  for (const run of name.matchAll(hiddenRun)) {
    const [text] = run;
    if (run.index > from) parts.push({ kind: 'plain', text: name.slice(from, run.index) });
    parts.push({ kind: 'hidden', text, label: runLabel(text) });
    from = run.index + text.length;
  }
  if (from < name.length) parts.push({ kind: 'plain', text: name.slice(from) });
  return parts;
}

function runLabel(run: string): string {
  const count = [...run].length;
  return characterLabel(run) + (count > 1 ? ` ×${count}` : '');
}
