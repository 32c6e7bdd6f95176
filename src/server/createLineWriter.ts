/**
 * Gathers lines for one turn of the event loop and writes them at once: a write for every request is slow.
 * @returns `write` takes a line without its end; `flush` writes what is waiting now
 */
export function createLineWriter(out: { write(text: string): unknown }) {
  let waiting = '';
  function flush(): void {
    if (waiting !== '') out.write(waiting);
    waiting = '';
  }
  return {
    write(line: string): void {
      if (waiting === '') setImmediate(flush);
      waiting += `${line}\n`;
    },
    flush,
  };
}
