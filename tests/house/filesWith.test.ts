import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesWith } from '../support/filesWith.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: Buffer) {
  writeFileSync(join(folder, name), content);
}

const find = (text: string) => filesWith(folder, text).map((path) => basename(path));

/** Returns a compressed file of Firefox with this content size (bytes) and LZ4 block. */
function compressedFile(contentBytes: number, ...block: (string | number)[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(contentBytes);
  const parts = block.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part)));
  return Buffer.concat([Buffer.from('mozLz40\0'), size, ...parts]);
}

it('filesWith finds a text in UTF-8 and in UTF-16', () => {
  write('utf8', Buffer.from('a token-1 b'));
  write('utf16', Buffer.from('a token-1 b', 'utf16le'));
  write('other', Buffer.from('a token-2 b'));
  expect(find('token-1').toSorted()).toEqual(['utf16', 'utf8']);
});

it('filesWith finds a text whose start is a reference in a compressed file', () => {
  // The block contains 4 characters, a reference to these 4 characters, and 3 characters.
  write('short', compressedFile(11, 0x40, '":"a', 4, 0, 0x30, 'XYZ'));
  // The block contains 18 characters, a reference that repeats the last character 275 times, and 1 character.
  write('long', compressedFile(294, 0xff, 3, `${'b'.repeat(17)}c`, 1, 0, 255, 1, 0x10, 'd'));
  expect(find('aXYZ')).toEqual(['short']);
  expect(find(`b${'c'.repeat(276)}d`)).toEqual(['long']);
});

it('filesWith finds a text in a compressed file whose end is not yet written', () => {
  write('half', compressedFile(100, 0xf0, 85, 'abc'));
  write('start', Buffer.from('mozLz40\0\0'));
  expect(find('abc')).toEqual(['half']);
});
