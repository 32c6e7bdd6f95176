import { afterEach, describe, expect, it, vi } from 'vitest';
import { readList } from '../../src/api/readList.ts';
import { answer } from '../support/faultServerAnswers.ts';
import { connectionTo, faultServer } from '../support/matrixCase.ts';
import { upstreamLater } from '../support/upstreamLater.ts';

const longest = 4 * 1024 * 1024;
const long = 128 * 1024;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a list the admin asks for', () => {
  it('is taken from every success that brings one, up to 299', async () => {
    const server = await faultServer(() => [answer({ status: 299, body: '["a"]' })]);
    expect(await readList(connectionTo(server.url), '/a', String)).toEqual({ items: ['a'], unreadable: [] });
  });

  it.each([
    [202, '["a"]'],
    [204, ''],
    [200, '{"a":1}'],
  ])('is said to be missing from a %i with the body %j', async (status, body) => {
    const server = await faultServer(() => [answer({ status, body, headers: { 'X-Request-Id': 'r-1' } })]);
    await expect(readList(connectionTo(server.url), '/a', String)).rejects.toMatchObject({
      kind: 'unreadable',
      status,
      requestId: 'r-1',
      message: `The service answered (HTTP ${status}) without the list it was asked for.`,
    });
  });
});

describe('a long list leaves the page time to answer', () => {
  it.each([
    ['once more over a slice of more than 500 items', texts(620, 210), 3],
    ['no more over a slice of fewer', texts(480, 280), 2],
    ['never over a text just below 128 Ki', texts(1, 1000, long - 1), 0],
    ['once over a text of 128 Ki', texts(1, 1000, long), 1],
    ['twice over a text of two slices', texts(4, 100_000), 2],
  ])('%s', async (_, body, pauses) => {
    const breaths = holdBreaths();
    breaths.letGo();
    const server = await faultServer(() => [answer({ body })]);
    const list = await readList(connectionTo(server.url), '/a', String);
    expect(list.items).toEqual(JSON.parse(body).map(String));
    expect(breaths.taken()).toBe(pauses);
  });
});

describe('very long lists', () => {
  it('are read one after the other, and a short one overtakes them', async () => {
    const breaths = holdBreaths();
    const body = texts(40, 100_000, longest);
    const server = await faultServer(({ target }) => [
      answer({ body: target === '/short' ? '["s"]' : body }),
    ]);
    const ready: string[] = [];
    const secondArrived = upstreamLater<void>();
    const read = (name: string, onRequest = () => {}) =>
      readList(connectionTo(server.url, { onRequest }), name, String).then((list) => {
        ready.push(`${name} ${list.items.length}`);
      });

    const first = read('/first');
    await vi.waitFor(() => expect(breaths.taken()).toBe(1), { interval: 5 });
    const second = read('/second', () => secondArrived.resolve());
    await secondArrived.promise;
    await read('/short');
    expect(ready).toEqual(['/short 1']);
    expect(breaths.taken()).toBe(1);

    breaths.letGo();
    await Promise.all([first, second]);
    expect(ready).toEqual(['/short 1', '/first 40', '/second 40']);
  });

  it('that are broken hold up none behind them', async () => {
    const body = texts(40, 100_000, longest);
    const server = await faultServer(({ target }) => [
      answer({ body: target === '/broken' ? body.replace(',', ';') : body }),
    ]);
    const read = (path: string) => readList(connectionTo(server.url), path, String);
    await expect(read('/broken')).rejects.toMatchObject({ kind: 'unreadable', status: 200 });
    expect((await read('/whole')).items).toHaveLength(40);
  });
});

describe('a long list of records, read while it comes', () => {
  const records = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, name: `instance ${at}` })));

  it('is whole, in order, with what can’t be read beside it', async () => {
    const server = await faultServer(() => [answer({ body: records })]);
    const even = (raw: unknown) =>
      Reflect.get(Object(raw), 'at') % 2 === 0 ? Reflect.get(Object(raw), 'at') : null;
    const list = await readList(connectionTo(server.url), '/a', even);
    expect(list.items).toEqual(Array.from({ length: 10_000 }, (_, at) => at * 2));
    expect(list.unreadable).toHaveLength(10_000);
  });

  it.each([
    [
      'breaks off',
      { body: records.slice(0, 400_000), length: records.length },
      { kind: 'unreachable', status: 200 },
    ],
    ['ends as if whole', { body: records.slice(0, 400_000) }, { kind: 'unreadable', status: 200 }],
    ['is spoilt late', { body: `${records.slice(0, -2)},]` }, { kind: 'unreadable', status: 200 }],
    ['comes as a failure', { body: records, status: 500 }, { kind: 'service-failure', status: 500 }],
  ])('is no list at all where it %s, and the next one is read', async (_, broken, error) => {
    const server = await faultServer(({ target }) =>
      target === '/broken' ? [answer(broken), 'end'] : [answer({ body: records })],
    );
    const read = (path: string) => readList(connectionTo(server.url), path, (raw) => raw);
    await expect(read('/broken')).rejects.toMatchObject(error);
    expect((await read('/whole')).items).toHaveLength(20_000);
  });
});

/** A list of texts; blanks in front, which mean nothing, bring it to the wanted length. */
function texts(count: number, size: number, length = 0): string {
  return JSON.stringify(Array(count).fill('x'.repeat(size))).padStart(length);
}

/** From here on every look at the clock finds the time up, and whoever then pauses does so until let go. */
function holdBreaths() {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000;
    return now;
  });
  let taken = 0;
  const free = upstreamLater<void>();
  class HeldChannel {
    readonly port1 = { onmessage: () => {}, close: () => {} };
    readonly port2 = {
      postMessage: () => {
        taken += 1;
        free.promise.then(() => this.port1.onmessage());
      },
    };
  }
  vi.stubGlobal('MessageChannel', HeldChannel);
  return { taken: () => taken, letGo: () => free.resolve() };
}
