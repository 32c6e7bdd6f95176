import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the text of every file in `src` by its path. */
export function sourceFiles(top: string): Map<string, string> {
  const found = new Map<string, string>();
  const enter = (folder: string): void => {
    for (const entry of readdirSync(join(top, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) enter(path);
      else found.set(path, readFileSync(join(top, path), 'utf8'));
    }
  };
  enter('src');
  return found;
}

/** Returns the paths of all files except ignored ones. */
export function trackedFiles(top: string): string[] {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: top,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => path !== '');
}
