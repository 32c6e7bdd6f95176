import type { Command } from './Command.ts';

/**
 * The commands that every word of the search fits, best first: those whose label begins with a word, then those with a
 * word of the label beginning so, then those that hold it somewhere. Equals keep their order; an empty search keeps all.
 */
export function rankCommands<Ranked extends Pick<Command, 'label' | 'detail' | 'words'>>(
  commands: readonly Ranked[],
  search: string,
): Ranked[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...commands];
  return commands
    .map((command) => ({ command, score: scoreOf(command, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command }) => command);
}

/** 0 where a word fits nowhere. */
function scoreOf(
  { label, detail = '', words = '' }: Pick<Command, 'label' | 'detail' | 'words'>,
  wanted: readonly string[],
): number {
  const title = label.toLowerCase();
  const rest = `${detail} ${words}`.toLowerCase();
  let sum = 0;
  for (const word of wanted) {
    const score = scoreIn(title, word) || (rest.includes(word) ? 1 : 0);
    if (score === 0) return 0;
    sum += score;
  }
  return sum / wanted.length;
}

function scoreIn(title: string, word: string): number {
  const at = title.indexOf(word);
  if (at < 0) return 0;
  if (at === 0) return 4;
  return /[\p{L}\p{N}]/u.test(title[at - 1] ?? '') ? 2 : 3;
}
