import { setTimeout as sleep } from 'node:timers/promises';

/** Writes lines to stdout or stderr. Whatever becomes of its reader, the server lives on. */
export class LineWriter {
  readonly #stream: NodeJS.WritableStream;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
    stream.on('error', () => {});
  }

  write(line: string): void {
    if (this.#stream.writable) this.#stream.write(`${line}\n`);
  }

  /** Waits for a reader that is behind, at most `maxMs`. */
  async flush(maxMs: number): Promise<void> {
    if (!this.#stream.writable) return;
    const isWritten = new Promise<void>((resolve) => this.#stream.write('', () => resolve()));
    await Promise.race([isWritten, sleep(maxMs, undefined, { ref: false })]);
  }
}
