import { unseenCharacters } from '../../../api/text.ts';
import { isolated } from '../../../ui/words.ts';
import { hiddenCharacter, twinLetters } from '../confusables.ts';

/**
 * Whether what was typed names the instance: the same code points once white space is trimmed off both ends, and
 * nothing else made equal (no case, no Unicode form). A blank name is confirmed by nothing; ask for the id then.
 */
export function confirmsName(typed: string, name: string): boolean {
  const wanted = name.trim();
  return wanted !== '' && typed.trim() === wanted;
}

/**
 * A hint, as a sentence, for who typed what looks like the name and is not it; null where it is the name, or looks
 * different. The hint never makes the two equal: only `confirmsName` decides.
 */
export function nameNearMiss(typed: string, name: string): string | null {
  const [given, wanted] = [typed.trim(), name.trim()];
  if (given === '' || wanted === '' || confirmsName(given, wanted)) return null;
  if (given.toLowerCase() === wanted.toLowerCase()) return 'Upper and lower case must match.';
  if (given.normalize('NFC') === wanted.normalize('NFC'))
    return 'It looks the same, but an accent is written in another form. Copy the name instead.';
  if (seen(given) === seen(wanted))
    return 'The name holds spaces or characters that can’t be seen, or yours does. Copy the name instead.';
  if (skeleton(given) === skeleton(wanted))
    return 'It looks the same, but some characters are others. Copy the name instead.';
  return null;
}

const hidden = new RegExp(hiddenCharacter.source, 'gu');
const dash = /\p{Pd}|\u2212/gu;

function seen(text: string): string {
  return text.replace(hidden, '');
}

function skeleton(text: string): string {
  const usual = seen(text).normalize('NFKC').replace(dash, '-');
  return Array.from(usual, (character) => twinLetters.get(character) ?? character)
    .join('')
    .toLowerCase();
}

/**
 * A label as a part of a sentence: whatever is in it turns none of the words around it, and what can't be seen shows
 * as �. One of plain letters stays as it is, so that it can be searched for and copied.
 */
export function isolatedLabel(label: string): string {
  return isolated(label.toWellFormed().replace(unseenCharacters, '\ufffd'));
}
