import type { Policy } from '../rules/policy.ts';

export function describePolicy(policy: Policy): string {
  const parts = [
    policy.readOnly !== null && 'read-only',
    policy.protected.length > 0 && `protected: ${policy.protected.join(', ')}`,
    policy.maxPerHour !== null && `at most ${policy.maxPerHour} per hour`,
    policy.reason !== 'optional' && `reason ${policy.reason}`,
  ].filter((part) => part !== false);
  return `Policy: ${parts.length > 0 ? parts.join('; ') : 'none'}`;
}

const policyVariables = ['READ_ONLY', 'PROTECTED', 'MAX_PER_HOUR', 'REASON'];

/** A sentence about a variable that is almost one of the policy, which would silently be off. Null without one. */
export function findMisspelling(names: readonly string[]): string | null {
  for (const name of names) {
    const meant = policyVariables.find((variable) => isMisspelled(name, variable));
    if (meant !== undefined) return `${name} is not a setting. Rename it to ${meant}, or unset it.`;
  }
  return null;
}

/** True if only underscores, case, the order of the letters, and up to two missing or additional letters differ. */
function isMisspelled(name: string, variable: string): boolean {
  if (name === variable) return false;
  const [short = '', long = ''] = [name, variable]
    .map((text) => text.replaceAll('_', '').toUpperCase())
    .sort((a, b) => a.length - b.length);
  return long.length - short.length <= 2 && (isSubsequence(short, long) || sorted(short) === sorted(long));
}

function sorted(text: string): string {
  return [...text].sort().join('');
}

function isSubsequence(short: string, long: string): boolean {
  let found = 0;
  for (const letter of long) if (letter === short[found]) found += 1;
  return found === short.length;
}

/** As the end of a sentence, or null. Docker keeps quotes, only commas separate, and only `*` is special: `prod-%` protects nothing. */
export function findPatternProblem(patterns: string): string | null {
  const [character] = unusualCharacter.exec(patterns) ?? [];
  if (character === undefined) return null;
  const shown = /[\p{P}\p{S}]/u.test(character) ? character : 'an invisible character or a line break';
  return `contains ${shown}. Separate patterns by commas, without quotes. In a pattern, * stands for any text`;
}

const unusualCharacter =
  /["'`“”„‘’‚«»‹›()[\]{}<>;#|?^$%!=~\\/，、；]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
