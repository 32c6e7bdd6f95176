/**
 * Whether what was typed names the instance: the same code points once white space is trimmed off both ends, and
 * nothing else made equal (no case, no Unicode form). A blank name is confirmed by nothing; ask for the id then.
 */
export function confirmsName(typed: string, name: string): boolean {
  const wanted = name.trim();
  return wanted !== '' && typed.trim() === wanted;
}
