import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** `libsql` loads its native file by its name at runtime, so no bundler can include it. */
export function copyNativeFiles(): Plugin {
  const packages = fileURLToPath(new URL('../../node_modules/@libsql', import.meta.url));
  return {
    name: 'native-files',
    apply: 'build',
    writeBundle({ dir }) {
      cpSync(packages, `${dir}/node_modules/@libsql`, { recursive: true });
    },
  };
}
