// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preferenceCommands, rankCommands } from '../../src/app/commands.ts';
import { defaultPreferences } from '../../src/ui/usePreferences.ts';

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

it('offers every preference as a command, except for the current values', () => {
  const labels = preferenceCommands(
    defaultPreferences,
    () => undefined,
    () => undefined,
  ).map(({ label }) => label);
  expect(labels).toContain('Theme: dark');
  expect(labels).not.toContain('Theme: system');
  expect(labels).not.toContain('Times in UTC');
});
