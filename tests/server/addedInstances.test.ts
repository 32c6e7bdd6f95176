import { expect, it } from 'vitest';
import { listenConsole } from '../support/listenConsole.ts';

const path = '/api/workspaces/acme/added-instances';
const names = '/api/workspaces/acme/databases';
const one = { databaseName: 'orders', instanceId: 'i-1', name: 'first' };
const two = { databaseName: 'a/b', instanceId: 'i-1', name: null };

async function signedIn() {
  const { send, signIn } = await listenConsole({ isSignedIn: true });
  await signIn('beta');
  const post = (to: string, instances: unknown) => send(to, { method: 'POST', body: { instances } });
  return { send, post };
}

it('added instances are shared in their workspace, added once, and removed', async () => {
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

it("added instances with a value that can't be in a path → 422, and none is added", async () => {
  const { send, post } = await signedIn();
  const refuse = async (changes: object, message: string) => {
    const refusal = { message, statusCode: 422, code: 'path' };
    expect((await post(path, [two, { ...one, ...changes }])).json).toEqual(refusal);
  };
  await refuse({ instanceId: '..' }, 'An instance ID contains “.” or “..” as a part of a path.');
  await refuse({ databaseName: '' }, 'A database name is empty.');
  await refuse({ name: 'x'.repeat(513) }, 'An instance name is longer than 512 characters.');
  await refuse({ instanceId: 'sandbox-token' }, 'An instance ID contains the access token.');
  expect((await send(path)).json).toEqual({ instances: [] });
});

it("the databases are the operator's until an admin chooses others", async () => {
  const { send } = await signedIn();
  expect((await send(names)).json).toEqual({ names: ['orders', 'analytics', 'identity'] });
  const put = (chosen: string[]) => send(names, { method: 'PUT', body: { names: chosen } });
  for (const chosen of [['b', 'a', 'b'], []]) {
    const stored = { names: [...new Set(chosen)] };
    expect((await put(chosen)).json).toEqual(stored);
    expect((await send(names)).json).toEqual(stored);
  }
  const wrong = [['..'], ['sandbox-token'], Array.from({ length: 501 }, (_, index) => `d${index}`)];
  for (const chosen of wrong) expect((await put(chosen)).status).toBe(422);
});
