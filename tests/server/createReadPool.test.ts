import { expect, it, vi } from 'vitest';
import { createReadPool } from '../../src/server/createReadPool.ts';
import { upstreamScript } from '../support/upstreamScript.ts';

it('a read that waits for a connection ends when it is ended, and is never sent', async () => {
  const service = await upstreamScript(() => {});
  const pool = createReadPool(service.url);
  const call = { method: 'GET', path: '/x', headers: {} } as const;
  const talks = Array.from({ length: 256 }, () => pool.ask(call));
  const ends = talks.map(({ answer }) => answer.catch(() => 'ended'));
  await vi.waitFor(() => expect(service.requests).toHaveLength(256), 10_000);

  const waiting = pool.ask({ ...call, path: '/waiting' });
  waiting.end();
  await expect(waiting.answer).rejects.toThrow('ended');
  for (const talk of talks) talk.end();
  expect(await Promise.all(ends)).toEqual(talks.map(() => 'ended'));

  const later = pool.ask({ ...call, path: '/later' });
  await vi.waitFor(() => expect(service.requests.map(({ target }) => target)).toContain('/later'));
  later.end();
  await expect(later.answer).rejects.toThrow('ended');
  expect(service.requests.map(({ target }) => target)).not.toContain('/waiting');
  pool.close();
  await service.close();
});
