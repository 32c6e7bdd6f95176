import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the files that contain a text as UTF-8 or UTF-16. Decompresses the files that Firefox compresses. */
export function filesWith(folder: string, text: string): string[] {
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => {
      const content = decompress(readIfExists(path));
      return needles.some((needle) => content.includes(needle));
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

/** The first bytes of a compressed file of Firefox. The size of its content (4 bytes) and one LZ4 block follow. */
const compressedStart = Buffer.from('mozLz40\0');
const headerBytes = compressedStart.length + 4;

/**
 * Returns the content of a compressed file of Firefox, and any other file unchanged. LZ4 replaces repeated characters
 * by a reference, so a search in the compressed bytes can miss a text.
 */
function decompress(file: Buffer): Buffer {
  if (file.length < headerBytes || !file.subarray(0, compressedStart.length).equals(compressedStart))
    return file;
  const content = Buffer.alloc(file.readUInt32LE(compressedStart.length));
  let position = headerBytes;
  let length = 0;

  /** Returns a length. If its four bits are all set, adds the next bytes up to the first byte below 255. */
  function readLength(fourBits: number): number {
    let sum = fourBits;
    if (fourBits < 15) return sum;
    for (let byte = 255; byte === 255; sum += byte) byte = file[position++] ?? 0;
    return sum;
  }

  while (position < file.length) {
    const lengths = file[position++] ?? 0;
    const literalBytes = readLength(lengths >> 4);
    length += file.copy(content, length, position, position + literalBytes);
    position += literalBytes;
    // The last sequence has no reference, and a file that Firefox is still writing can end anywhere.
    if (position + 2 > file.length) break;
    const distance = file.readUInt16LE(position);
    position += 2;
    const end = length + 4 + readLength(lengths & 15);
    // The reference can include bytes that it has just copied, so copy one byte at a time.
    for (; length < end; length++) content[length] = content[length - distance] ?? 0;
  }
  return content;
}
