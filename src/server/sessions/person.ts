import type { IncomingMessage } from 'node:http';
import { RefusalError } from '../refusal.ts';

const maxLength = 200;

/**
 * Whom the proxy in front names in `header`. Null if no header is set, because then nobody names the person.
 * @throws RefusalError if the header comes not at all, twice, or with a value that is no name
 */
export function readPerson(
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
  header: string | null,
): string | null {
  if (header === null) return null;
  const values = headersDistinct[header] ?? [];
  const name = values.length === 1 ? decodeHeader(values[0] ?? '').trim() : '';
  if (isName(name)) return name;
  const message = `The proxy in front of the console doesn't name you in the header ${header}.`;
  throw new RefusalError('session', message);
}

/** Node reads header values as Latin-1. Bytes that aren't UTF-8 stay so, because U+FFFD would make two people one. */
function decodeHeader(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** A proxy that knows nobody sends an empty value, `-`, `(null)` or the placeholder of its configuration. */
function isName(text: string): boolean {
  if (text.length > maxLength || /[\p{Cc}\u2028\u2029\ufffd{}$<>]|%\{/u.test(text)) return false;
  const word = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return word !== '' && !/^(?:null|nil|none|undefined|unknown|anonymous)$/i.test(word);
}
