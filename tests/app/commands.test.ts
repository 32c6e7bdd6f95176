// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { rankCommands } from '../../src/app/commands.ts';
import { isMissingCode } from '../../src/app/ErrorBoundary.tsx';
import { findInstances } from '../../src/features/compute/list/instanceSearch.ts';
import { hueOf } from '../../src/ui/hues.ts';

beforeEach(() => {
  localStorage.clear();
  document.body.replaceChildren();
});

describe('ranking commands', () => {
  const commands = [
    { label: 'Regions', words: 'copy' },
    { label: 'eu-regional', detail: 'orders' },
    { label: 'Copy regions' },
    { label: 'Subregion' },
    { label: 'Sign out' },
  ];
  it('ranks labels that start with the word before labels that contain it', () => {
    expect(rankCommands(commands, 'reg').map(({ label }) => label)).toEqual([
      'Regions',
      'Copy regions',
      'eu-regional',
      'Subregion',
    ]);
  });
  it('requires every word, in the label or the text beside it, in any case', () => {
    expect(rankCommands(commands, ' COPY  region ').map(({ label }) => label)).toEqual([
      'Copy regions',
      'Regions',
    ]);
    expect(rankCommands(commands, 'region nothing')).toEqual([]);
  });
  it('returns each matching command once', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ label: fc.string() })), fc.string(), (given, search) => {
        const ranked = rankCommands(given, search);
        expect(new Set(ranked).size).toBe(ranked.length);
        expect(ranked.every((command) => given.includes(command))).toBe(true);
        if (search.trim() === '') expect(ranked).toEqual(given);
      }),
    );
  });
});

describe('finding instances', () => {
  const rows = Array.from({ length: 50 }, (_, at) => ({
    key: String(at),
    databaseName: at % 2 ? 'orders' : 'identity',
    id: `id-${at}`,
    name: `cache-${at}`,
    label: `cache-${at}`,
    record: null,
    source: 'added' as const,
    isDuplicate: false,
  }));
  it('searches label, ID and database, up to the limit', () => {
    expect(findInstances(rows, 'cache orders', 3).map(({ label }) => label)).toEqual([
      'cache-1',
      'cache-3',
      'cache-5',
    ]);
    expect(findInstances(rows, 'ID-49', 3).map(({ label }) => label)).toEqual(['cache-49']);
    expect(findInstances(rows, '  ', 3)).toEqual([]);
  });
});

it('gives every text one of eight hues, and different ones to the documented providers', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect([0, 1, 2, 3, 4, 5, 6, 7]).toContain(hueOf(text));
    }),
  );
  expect(hueOf('CLOUDA')).not.toBe(hueOf('CLOUDB'));
});

it('distinguishes code that did not load from code that crashed', () => {
  expect(isMissingCode(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))).toBe(
    true,
  );
  expect(isMissingCode(new TypeError('Importing a module script failed.'))).toBe(true);
  expect(isMissingCode(new TypeError('error loading dynamically imported module: /a.js'))).toBe(true);
  expect(isMissingCode(new TypeError('n is not a function'))).toBe(false);
});
