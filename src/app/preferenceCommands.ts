import type { PreferenceChange, Preferences } from '../ui/usePreferences.ts';
import type { Command } from './Command.ts';

const choices: readonly { label: string; words: string; change: Partial<Preferences> }[] = [
  { label: 'Theme: system', words: 'appearance colour', change: { theme: 'system' } },
  { label: 'Theme: light', words: 'appearance colour bright', change: { theme: 'light' } },
  { label: 'Theme: dark', words: 'appearance colour night', change: { theme: 'dark' } },
  { label: 'Times in UTC', words: 'zone timezone', change: { zone: 'UTC' } },
  { label: 'Times in local time', words: 'zone timezone', change: { zone: 'local' } },
  { label: 'Density: comfortable', words: 'spacing rows', change: { density: 'comfortable' } },
  { label: 'Density: compact', words: 'spacing rows dense', change: { density: 'compact' } },
];

/** The preferences as commands, without those that stand already. */
export function preferenceCommands(
  preferences: Preferences,
  change: PreferenceChange,
  openAll: () => void,
): Command[] {
  const all: Command = {
    id: 'preferences',
    group: 'Actions',
    label: 'Preferences',
    words: 'settings options confirm checkbox',
    run: openAll,
  };
  const standing = new Set<unknown>(Object.entries(preferences).map(([name, value]) => `${name} ${value}`));
  const others = choices.filter(({ change: wanted }) =>
    Object.entries(wanted).some(([name, value]) => !standing.has(`${name} ${value}`)),
  );
  return [
    all,
    ...others.map(
      ({ label, words, change: wanted }): Command => ({
        id: label,
        group: 'Preferences',
        label,
        words,
        run: () => change(wanted),
      }),
    ),
  ];
}
