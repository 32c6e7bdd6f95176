import fc from 'fast-check';
import type { DeleteTarget } from '../../src/api/deleteOutcome.ts';

const unusual = fc.constantFrom(
  ...'. .. / \\ % %2e %2E %2f ? # ; ä @ :'.split(' '),
  '\u0000',
  '\r\n',
  '\ud800',
  ' ',
);
const mixed = fc.array(fc.oneof(unusual, fc.string({ maxLength: 3 })), { maxLength: 5 });

/** Path values with dots, slashes, percent signs, lone surrogates and other difficult characters. */
export const pathValue = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }) },
  { weight: 8, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
  { weight: 2, arbitrary: mixed.map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ minLength: 505, maxLength: 520 }) },
);

/** Decodes each path segment once, as a service does. Returns null for any other path. */
export function targetOnWire(rawTarget: string): DeleteTarget | null {
  const found = /^\/workspaces\/([^/?#]+)\/databases\/([^/?#]+)\/compute\/([^/?#]+)$/.exec(rawTarget);
  const [workspaceSlug, databaseName, instanceId] = (found ?? []).slice(1).map(decodeURIComponent);
  if (workspaceSlug === undefined || databaseName === undefined || instanceId === undefined) return null;
  return { workspaceSlug, databaseName, instanceId };
}
