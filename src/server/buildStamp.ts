import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Marks a build as complete: the client's build takes the old mark away and leaves a new one waiting once it is
 * written, the server's build, the last step, puts it in place. So a build that failed half-way is none, and the
 * mark's time is that of the beginning: sources changed during a build count as newer.
 */
export function buildStamp(isServerBuild: boolean, dist = 'dist'): Plugin {
  const waiting = join(dist, '.waiting');
  const complete = join(dist, '.complete');
  let began = new Date();
  return {
    name: 'build-stamp',
    apply: 'build',
    buildStart() {
      if (isServerBuild) return;
      began = new Date();
      rmSync(waiting, { force: true });
      rmSync(complete, { force: true });
    },
    writeBundle({ dir }) {
      if (resolve(dir ?? '') !== resolve(dist, isServerBuild ? 'server' : 'client')) return;
      if (isServerBuild) return renameIfThere(waiting, complete);
      writeFileSync(waiting, '');
      utimesSync(waiting, began, began);
    },
  };
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // The server alone was built: the mark that stands keeps its time.
  }
}
