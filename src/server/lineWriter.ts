import { writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

type Output = Pick<Writable, 'destroyed' | 'errored' | 'on' | 'write'> & { fd: number };

/**
 * Writes lines to stdout or stderr. Whatever becomes of them, the server lives on: a pipe may have lost its reader, and a disk
 * may be full for a while. After a failure, the next line begins with a line break, because a part of the last may be there.
 */
export function createLineWriter(stream: Output): (line: string) => void {
  let isCut = false;
  stream.on('error', () => {
    isCut = true;
  });
  return function writeLine(line) {
    if (!stream.destroyed && stream.errored === null) {
      stream.write(`${line}\n`);
      return;
    }
    // After its first error, a stream writes nothing any more, although its file descriptor may work again.
    const bytes = Buffer.from(`${isCut ? '\n' : ''}${line}\n`);
    try {
      isCut = writeSync(stream.fd, bytes) < bytes.length;
    } catch {
      isCut = true;
    }
  };
}
