// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createPreferenceCommands, rankCommands } from '../../src/app/commands.ts';
import { defaultPreferences } from '../../src/ui/usePreferences.ts';

describe('rankCommands', () => {
  const commands = [
    { label: 'Regions', keywords: 'copy' },
    { label: 'eu-regional', detail: 'orders' },
    { label: 'Copy regions' },
    { label: 'Subregion' },
    { label: 'Sign out' },
  ];
  it('ranks matches at the start of a label or word before other matches', () => {
    expect(rankCommands(commands, 'reg').map(({ label }) => label)).toEqual([
      'Regions',
      'Copy regions',
      'eu-regional',
      'Subregion',
    ]);
  });
  it('requires every word in the label, detail or keywords, ignoring case', () => {
    expect(rankCommands(commands, ' COPY  region ').map(({ label }) => label)).toEqual([
      'Copy regions',
      'Regions',
    ]);
    expect(rankCommands(commands, 'region nothing')).toEqual([]);
  });
});

it('the palette offers each value of a preference, except for the current value', () => {
  const labels = createPreferenceCommands(
    defaultPreferences,
    () => undefined,
    () => undefined,
  ).map(({ label }) => label);
  expect(labels).toContain('Theme: dark');
  expect(labels).not.toContain('Theme: system');
  expect(labels).not.toContain('Times in UTC');
});
