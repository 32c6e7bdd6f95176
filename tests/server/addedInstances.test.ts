import { describe, expect, it } from 'vitest';
import { listenConsole } from '../support/listenConsole.ts';

const path = '/api/workspaces/acme/added-instances';
const names = '/api/workspaces/acme/databases';
const one = { databaseName: 'orders', instanceId: 'i-1', name: 'first' };
const two = { databaseName: 'a/b', instanceId: 'i-1', name: null };

async function signedIn() {
  const { browser } = await listenConsole();
  const { send, signIn } = browser();
  await signIn('acme');
  await signIn('beta');
  return {
    send,
    post: (to: string, instances: unknown) => send(to, { method: 'POST', body: { instances } }),
  };
}

describe('added instances', () => {
  it('are shared in their workspace, added once, and removed', async () => {
    const { send, post } = await signedIn();
    const second = { ...one, name: 'second' };
    expect((await post(path, [one, two, second])).json).toEqual({ instances: [two, second] });
    expect((await post(path, [one])).json).toEqual({ instances: [two, one] });
    expect((await send(path.replace('acme', 'beta'))).json).toEqual({ instances: [] });
    const removed = await post(`${path}/remove`, [one, { ...two, instanceId: 'other' }]);
    expect(removed.json).toEqual({ instances: [two] });
    expect((await send(path)).json).toEqual({ instances: [two] });
    expect((await post(path, [])).status).toBe(200);
  });

  it.each([
    [{ ...one, instanceId: '..' }, 'An instance ID contains “.” or “..” as a part of a path.'],
    [{ ...one, databaseName: '' }, 'A database name is empty.'],
    [{ ...one, name: 'x'.repeat(513) }, 'An instance name is longer than 512 characters.'],
    [{ ...one, instanceId: 'sandbox-token' }, 'An instance ID contains the access token.'],
  ])("a value that can't be in a path → 422, and none is added", async (instance, message) => {
    const { send, post } = await signedIn();
    expect((await post(path, [two, instance])).json).toEqual({ message, statusCode: 422, code: 'path' });
    expect((await send(path)).json).toEqual({ instances: [] });
  });
});

describe('databases', () => {
  it("are the operator's until an admin chooses others", async () => {
    const { send } = await signedIn();
    expect((await send(names)).json).toEqual({ names: ['orders', 'analytics', 'identity'] });
    const put = (chosen: string[]) => send(names, { method: 'PUT', body: { names: chosen } });
    expect((await put(['b', 'a', 'b'])).json).toEqual({ names: ['b', 'a'] });
    expect((await send(names)).json).toEqual({ names: ['b', 'a'] });
    expect((await put([])).json).toEqual({ names: [] });
    expect((await send(names)).json).toEqual({ names: [] });
    const wrong = [['..'], ['sandbox-token'], Array.from({ length: 501 }, (_, index) => `d${index}`)];
    for (const chosen of wrong) expect((await put(chosen)).status).toBe(422);
  });
});
