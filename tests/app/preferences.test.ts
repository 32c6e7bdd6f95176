// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { openPreferences } from '../../src/app/preferences.tsx';
import { defaultPreferences } from '../../src/ui/usePreferences.ts';

const key = 'workspace-console.preferences';

beforeEach(() => localStorage.clear());

it('the console each unreadable preference is replaced with its default', () => {
  localStorage.setItem(key, '{"theme":"pink","density":"compact"}');
  expect(openPreferences().getState()).toEqual({ ...defaultPreferences, density: 'compact' });
});

it('preferences are stored as the JSON object that early.js reads', () => {
  openPreferences().update((before) => ({ ...before, theme: 'dark' }));
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({ ...defaultPreferences, theme: 'dark' });
});
