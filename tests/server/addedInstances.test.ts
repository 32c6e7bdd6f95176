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
  const refuse = async (changes: object, code: string, message: string) => {
    const refusal = { message, statusCode: 422, code };
    expect((await post(path, [two, { ...one, ...changes }])).json).toEqual(refusal);
  };
  await refuse({ instanceId: '..' }, 'path', 'An instance ID contains “.” or “..” as a part of a path.');
  await refuse({ databaseName: '' }, 'path', 'A database name is empty.');
  await refuse({ instanceId: 'sandbox-token' }, 'path', 'An instance ID contains the access token.');
  const tooLong = 'The body of the request is invalid: A name is longer than 512 characters.';
  await refuse({ name: 'x'.repeat(513) }, 'invalid', tooLong);
  expect((await send(path)).json).toEqual({ instances: [] });
});

it("the databases are the operator's until admins add or remove some", async () => {
  const { send } = await signedIn();
  const change = (body: object) => send(names, { method: 'POST', body });
  expect((await send(names)).json).toEqual({ names: ['orders', 'analytics', 'identity'] });
  expect((await change({ add: ['b', 'a', 'b'], remove: ['orders'] })).json).toEqual({
    names: ['analytics', 'identity', 'b', 'a'],
  });
  // Two admins at once lose nothing.
  await Promise.all([change({ add: ['c'] }), change({ remove: ['a'] })]);
  expect(Object((await send(names)).json).names.sort()).toEqual(['analytics', 'b', 'c', 'identity']);
  const tooMany = Array.from({ length: 501 }, (_, index) => `d${index}`);
  for (const add of [['..'], ['sandbox-token'], tooMany]) expect((await change({ add })).status).toBe(422);
});
