/** The Compute screen. */
export function ComputePage() {
  return null;
}
