import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sourceFiles } from '../support/trackedFiles.ts';

it('loads later code through ui/lazyCode.ts only, because React.lazy keeps a failure for ever', () => {
  const sources = [...sourceFiles(fileURLToPath(new URL('../..', import.meta.url)))];
  const offenders = sources.filter(([, text]) => /\blazy\s*\(|\bSuspense\b/.test(text));
  expect(offenders.map(([path]) => path)).toEqual([]);
});
