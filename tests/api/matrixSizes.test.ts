import { describe, expect, it } from 'vitest';
import { answer, chunk, chunkedHead, jsonAnswer } from '../support/faultServerAnswers.ts';
import { faultServer, sendDelete, sendRead } from '../support/matrixCase.ts';

const reads = ['history', 'regions'] as const;
const MB = 1_000_000;

/** A JSON list of so many bytes whose first half is one long text, so that its size is not in its item count. */
function listOfBytes(bytes: number): string {
  return `["CLOUDA_US_WEST_2","${'x'.repeat(bytes - 24)}"]`;
}

describe('a body without end', () => {
  it('[32 DELETE] a record over 1 MB is unknown, and reading stops', async () => {
    const body = JSON.stringify({ id: 'i-1', name: 'n'.repeat(50 * MB) });
    const server = await faultServer(() => [answer({ length: body.length }), ...slices(body)]);
    expect(await sendDelete(server.url)).toMatchObject({ kind: 'unknown', status: 200, record: null });
    await server.released();
    expect(server.sentBytes()).toBeLessThan(20 * MB);
  });

  it('[32 DELETE] an endless record is unknown, and reading stops', async () => {
    const server = await faultServer(() => [chunkedHead(), { forever: chunk(' '.repeat(65_536)) }]);
    expect(await sendDelete(server.url)).toMatchObject({ kind: 'unknown', status: 200 });
    await server.released();
    expect(server.sentBytes()).toBeLessThan(20 * MB);
  });

  it('[32 DELETE] an endless refusal is refused by its status alone', async () => {
    const head = answer({ status: 403, length: null, headers: { 'Transfer-Encoding': 'chunked' } });
    const server = await faultServer(() => [head, { forever: chunk(' '.repeat(65_536)) }]);
    expect(await sendDelete(server.url)).toMatchObject({ kind: 'refused', status: 403 });
    await server.released();
  });

  it.each(reads)(
    '[32 %s] an endless list is refused after 64 MiB, without filling the memory',
    async (read) => {
      const server = await faultServer(() => [chunkedHead(), { forever: chunk(' '.repeat(65_536)) }]);
      const before = process.memoryUsage().rss;
      const end = await sendRead(read, server.url);
      expect(end).toMatchObject({ error: { kind: 'too-large', status: 200, transient: false } });
      await server.released();
      expect(server.sentBytes()).toBeLessThan(90 * MB);
      expect(process.memoryUsage().rss - before).toBeLessThan(300 * MB);
    },
  );

  it('[32 regions] 50 MB are read, 70 MB are not', async () => {
    let body = listOfBytes(50 * MB);
    const server = await faultServer(() => [answer({ length: body.length }), ...slices(body)]);
    expect(await sendRead('regions', server.url)).toMatchObject({ list: { unreadable: [] } });
    body = listOfBytes(70 * MB);
    expect(await sendRead('regions', server.url)).toMatchObject({ error: { kind: 'too-large' } });
  });

  it('[32 history] 100 000 records, 21.5 MB, are read and decoded', async () => {
    const record = (n: number) => ({
      workspace: 'acme',
      level: `level-${n % 7}`,
      validFrom: new Date(n * 3_600_000).toISOString(),
      validTo: new Date(n * 3_600_000 + 1).toISOString(),
      note: 'x'.repeat(97),
    });
    const whole = jsonAnswer(Array.from({ length: 100_000 }, (_, n) => record(n)));
    expect(whole.length).toBeGreaterThan(21 * MB);
    const server = await faultServer(() => [whole]);
    const end = await sendRead('history', server.url);
    const items = 'list' in end ? end.list.items : [];
    expect(items).toHaveLength(100_000);
    expect(items[99_999]).toMatchObject({ level: 'level-4' });
  });
});

function slices(body: string): string[] {
  return body.match(/.{1,262144}/gs) ?? [];
}
