/**
 * When somebody last signed out of a service in this browser: a time, nothing else. A tab that was asleep, put away or
 * closed at that moment learns of it when it comes back, so that no kept session outlives the sign-out.
 */
export const signOutMark = {
  /** ms since the epoch; 0 where nobody did. */
  read(serviceUrl: string): number {
    try {
      return Number(localStorage.getItem(keyOf(serviceUrl)) ?? 0) || 0;
    } catch {
      return 0;
    }
  },
  write(serviceUrl: string, at: number): void {
    try {
      localStorage.setItem(keyOf(serviceUrl), String(at));
    } catch {
      // A browser that blocks storage keeps no session either.
    }
  },
};

function keyOf(serviceUrl: string): string {
  return `workspace-console.signed-out.${JSON.stringify(serviceUrl)}`;
}
