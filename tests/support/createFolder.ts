import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { onTestFinished } from 'vitest';

export function createFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/console-`);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
