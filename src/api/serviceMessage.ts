import { plainText } from './plainText.ts';

const maxLength = 500;

/**
 * What an error body says (section 7: `message`), as plain text: `message`, else `errors[]`, else `error`.
 * @returns at most 500 characters without control or bidi characters; null where it says nothing or is no JSON
 */
export function serviceMessage(text: string): string | null {
  const body = parse(text);
  if (typeof body !== 'object' || body === null) return null;
  const fields = new Map<string, unknown>(Object.entries(body));
  for (const found of [fields.get('message'), firstOf(fields.get('errors')), fields.get('error')]) {
    const said = sentence(found);
    if (said !== null) return said;
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function firstOf(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' && first !== null && 'message' in first ? first.message : first;
}

function sentence(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return plainText(value, maxLength) || null;
}
