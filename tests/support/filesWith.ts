import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the files that contain a text as UTF-8 or UTF-16. */
export function filesWith(folder: string, text: string): string[] {
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => {
      const bytes = readIfExists(path);
      return needles.some((needle) => bytes.includes(needle));
    });
}

/** Returns the content of a file, or nothing if the browser has just deleted the file. */
function readIfExists(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
