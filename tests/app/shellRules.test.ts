// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { rankCommands } from '../../src/app/commands.ts';
import { isMissingCode } from '../../src/app/ErrorBoundary.tsx';
import { createShellKeys } from '../../src/app/shortcuts.ts';
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
  it('puts what begins so first, then words that do, then what holds it', () => {
    expect(rankCommands(commands, 'reg').map(({ label }) => label)).toEqual([
      'Regions',
      'eu-regional',
      'Copy regions',
      'Subregion',
    ]);
  });
  it('asks every word to fit, in the label or beside it, in any case', () => {
    expect(rankCommands(commands, ' COPY  region ').map(({ label }) => label)).toEqual([
      'Copy regions',
      'Regions',
    ]);
    expect(rankCommands(commands, 'region nothing')).toEqual([]);
  });
  it('gives only what it was given, each once', () => {
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
  it('looks at label, id and database, and stops at the limit', () => {
    expect(findInstances(rows, 'cache orders', 3).map(({ label }) => label)).toEqual([
      'cache-1',
      'cache-3',
      'cache-5',
    ]);
    expect(findInstances(rows, 'ID-49', 3).map(({ label }) => label)).toEqual(['cache-49']);
    expect(findInstances(rows, '  ', 3)).toEqual([]);
  });
});

describe('the shortcuts', () => {
  function press(
    read: ReturnType<typeof createShellKeys>,
    key: string,
    init: KeyboardEventInit = {},
    on = true,
  ) {
    return read(new KeyboardEvent('keydown', { key, ...init }), on);
  }
  it('read Ctrl K and ⌘K, but no other chord', () => {
    const read = createShellKeys();
    expect(press(read, 'k', { ctrlKey: true })).toEqual({ open: 'palette' });
    expect(press(read, 'K', { metaKey: true })).toEqual({ open: 'palette' });
    expect(press(read, 'k', { ctrlKey: true, metaKey: true })).toBeNull();
    expect(press(read, 'k', { ctrlKey: true, shiftKey: true })).toBeNull();
    expect(press(read, 'k')).toBeNull();
    expect(press(read, 'k', { ctrlKey: true, repeat: true })).toBeNull();
  });
  it('read g and a letter within a second and a half', () => {
    let now = 0;
    const read = createShellKeys(() => now);
    expect(press(read, 'c')).toBeNull();
    press(read, 'g');
    now = 1500;
    expect(press(read, 'r')).toEqual({ go: 'regions' });
    expect(press(read, 's')).toBeNull();
    press(read, 'g');
    now = 3001;
    expect(press(read, 's')).toBeNull();
    press(read, 'g');
    press(read, 'x');
    expect(press(read, 'c')).toBeNull();
  });
  it('rest where single keys are off, while somebody types, and while a dialog is open', () => {
    const read = createShellKeys();
    expect(press(read, '?', {}, false)).toBeNull();
    expect(press(read, '?')).toEqual({ open: 'shortcuts' });
    expect(press(read, '/')).toEqual({ focus: 'search' });
    expect(press(read, '/', {}, false)).toBeNull();
    const field = document.body.appendChild(document.createElement('input'));
    const typed: unknown[] = [];
    field.addEventListener('keydown', (event) => typed.push(read(event, true)));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
    expect(typed).toEqual([null]);
    document.body.appendChild(document.createElement('div')).setAttribute('role', 'alertdialog');
    expect(press(read, '?')).toBeNull();
    expect(press(read, 'k', { ctrlKey: true })).toBeNull();
  });
});

it('every text has one of eight hues, and the providers of the document differ', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect([0, 1, 2, 3, 4, 5, 6, 7]).toContain(hueOf(text));
    }),
  );
  expect(hueOf('CLOUDA')).not.toBe(hueOf('CLOUDB'));
});

it('tells code that did not come from code that broke', () => {
  expect(isMissingCode(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))).toBe(
    true,
  );
  expect(isMissingCode(new TypeError('Importing a module script failed.'))).toBe(true);
  expect(isMissingCode(new TypeError('error loading dynamically imported module: /a.js'))).toBe(true);
  expect(isMissingCode(new TypeError('n is not a function'))).toBe(false);
});
