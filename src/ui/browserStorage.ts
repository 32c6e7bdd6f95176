/** localStorage holds preferences only. It can be full or blocked, and nothing depends on it. */
export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function writePreference(name: string, text: string): void {
  try {
    localStorage.setItem(prefix + name, text);
  } catch {
    // The preference lasts as long as the page.
  }
}

const prefix = 'workspace-console.';
