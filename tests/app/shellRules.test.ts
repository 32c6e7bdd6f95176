// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { followOtherTabs } from '../../src/app/browserStorage.ts';
import { preferenceCommands, rankCommands } from '../../src/app/commands.ts';
import { isMissingCode } from '../../src/app/ErrorBoundary.tsx';
import { createPreferences } from '../../src/app/preferences.tsx';
import { recentWorkspaces } from '../../src/app/recentWorkspaces.ts';
import { createShellKeys } from '../../src/app/shortcuts.ts';
import { findInstances } from '../../src/features/compute/instanceSearch.ts';
import { hueOf } from '../../src/ui/WorkspaceMark.tsx';

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

describe('the preferences', () => {
  const key = 'workspace-console.preferences';
  it('stand at their defaults, whatever nonsense is kept', () => {
    const defaults = createPreferences().getState();
    expect(defaults).toEqual({
      theme: 'system',
      zone: 'UTC',
      density: 'comfortable',
      confirmBy: 'typing',
      singleKeys: true,
    });
    for (const nonsense of ['', 'null', '[]', '{', '{"theme":"pink","zone":1,"confirmBy":null}']) {
      localStorage.setItem(key, nonsense);
      expect(createPreferences().getState()).toEqual(defaults);
    }
    localStorage.setItem(key, '{"theme":"pink","density":"compact"}');
    expect(createPreferences().getState()).toEqual({ ...defaults, density: 'compact' });
  });
  it('are kept as a plain value, and follow another tab', () => {
    const mine = createPreferences();
    mine.setState({ theme: 'dark' });
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ theme: 'dark' });
    expect(createPreferences().getState().theme).toBe('dark');
    const stop = followOtherTabs(key, mine.persist.rehydrate);
    localStorage.setItem(key, JSON.stringify({ ...mine.getState(), zone: 'local' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'other' }));
    expect(mine.getState().zone).toBe('UTC');
    window.dispatchEvent(new StorageEvent('storage', { key }));
    expect(mine.getState()).toMatchObject({ theme: 'dark', zone: 'local' });
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(mine.getState()).toMatchObject({ theme: 'system', zone: 'UTC' });
    stop();
    localStorage.setItem(key, JSON.stringify({ theme: 'light' }));
    window.dispatchEvent(new StorageEvent('storage', { key }));
    expect(mine.getState().theme).toBe('system');
  });
  it('are offered as commands, without those that stand', () => {
    const { getState, setState } = createPreferences();
    const labels = preferenceCommands(getState(), setState, () => undefined).map(({ label }) => label);
    expect(labels).toContain('Theme: dark');
    expect(labels).not.toContain('Theme: system');
    expect(labels).not.toContain('Times in UTC');
  });
});

describe('the workspaces used before', () => {
  const key = 'workspace-console.workspaces."/api"';
  it('are kept per service, the latest first, each once, at most 20', () => {
    for (let at = 0; at < 30; at += 1) recentWorkspaces('/api').add(`w${at}`);
    recentWorkspaces('/api').add('w15');
    const kept = recentWorkspaces('/api').read();
    expect(kept).toHaveLength(20);
    expect(kept.slice(0, 2)).toEqual(['w15', 'w29']);
    expect(new Set(kept).size).toBe(20);
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(kept);
    expect(recentWorkspaces('https://other.example').read()).toEqual([]);
    recentWorkspaces('/api').forget('w15');
    expect(recentWorkspaces('/api').read()).not.toContain('w15');
  });
  it('are none where what is kept is no list, and leave out what is no slug', () => {
    localStorage.setItem(key, '{"a":1}');
    expect(recentWorkspaces('/api').read()).toEqual([]);
    localStorage.setItem(key, '["acme",7,"beta"]');
    expect(recentWorkspaces('/api').read()).toEqual(['acme', 'beta']);
  });
  it('are remembered in memory alone where the browser refuses storage', () => {
    const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('refused');
    });
    onTestFinished(() => refused.mockRestore());
    const recent = recentWorkspaces('/api');
    recent.add('acme');
    expect(recent.read()).toEqual(['acme']);
    expect(localStorage.length).toBe(0);
  });
});

it('every text has one of eight hues, and the providers of the document differ', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(hueOf(text));
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
