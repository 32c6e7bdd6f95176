// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { openPreferences } from '../../src/app/preferences.tsx';
import { defaultPreferences } from '../../src/ui/usePreferences.ts';

const key = 'workspace-console.preferences';

beforeEach(() => localStorage.clear());

describe('the preferences', () => {
  it('have defaults in place of unreadable values', () => {
    expect(openPreferences().getState()).toEqual(defaultPreferences);
    for (const text of ['', 'null', '[]', '{', '{"theme":"pink","zone":1}']) {
      localStorage.setItem(key, text);
      expect(openPreferences().getState()).toEqual(defaultPreferences);
    }
    localStorage.setItem(key, '{"theme":"pink","density":"compact"}');
    expect(openPreferences().getState()).toEqual({ ...defaultPreferences, density: 'compact' });
  });

  it('are stored as the plain value that early.js reads', () => {
    openPreferences().update((before) => ({ ...before, theme: 'dark' }));
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({ ...defaultPreferences, theme: 'dark' });
  });
});
