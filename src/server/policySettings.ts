import type { Policy } from '../rules/policy.ts';

/** Every setting of the policy, so that one that is off by mistake can be seen. */
export function describePolicy(policy: Policy, recovery: string | null): string {
  const { readOnly, protected: patterns, maxPerHour, reason } = policy;
  const values = {
    READ_ONLY: readOnly && (readOnly.reason || 'true'),
    PROTECTED: patterns.join(', ') || null,
    MAX_PER_HOUR: maxPerHour,
    REASON: reason,
    RECOVERY: recovery,
  };
  const lines = Object.entries(values).map(([name, value]) => `  ${name}: ${value ?? 'off'}`);
  return ['Policy:', ...lines].join('\n');
}

/** As the end of a sentence, or null. An unusual character could be meant as syntax, and then protects nothing. */
export function findPatternProblem(patterns: string): string | null {
  for (const pattern of patterns.split(',')) {
    const [character] = unusualCharacter.exec(pattern.trim()) ?? [];
    if (character === undefined) continue;
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    const shown = /[\p{P}\p{S}]/u.test(character) ? `${character} (U+${code})` : `the character U+${code}`;
    return `contains ${shown}. A pattern has letters, digits and . _ - : @ + &, and * stands for any text. Separate patterns by commas, without quotes`;
  }
  return null;
}

const unusualCharacter = /[^\p{L}\p{M}\p{N}._:@+&*-]|\p{Default_Ignorable_Code_Point}/u;
