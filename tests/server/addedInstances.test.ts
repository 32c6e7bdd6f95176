import { expect, it } from 'vitest';
import { listenConsole } from '../support/listenConsole.ts';

const path = '/api/workspaces/acme/added-instances';
const names = '/api/workspaces/acme/databases';
const one = { databaseName: 'orders', instanceId: 'i-1', name: 'first' };
const two = { databaseName: 'a/b', instanceId: 'i-1', name: null };

it('instances are added once to their workspace, with the last name, and removed', async () => {
  const { send, post, signIn } = await listenConsole({ isSignedIn: true });
  const second = { ...one, name: 'second, sandbox-token' };
  const shown = { ...one, name: 'second, [redacted]' };
  expect((await post(path, { instances: [one, two, second] })).json).toEqual({ instances: [two, shown] });
  expect((await post(path, { instances: [one] })).json).toEqual({ instances: [two, one] });
  const removed = await post(`${path}/remove`, { instances: [one, { ...two, instanceId: 'other' }] });
  expect(removed.json).toEqual({ instances: [two] });
  expect((await send(path)).json).toEqual({ instances: [two] });
  await signIn('beta');
  expect((await send(path.replace('acme', 'beta'))).json).toEqual({ instances: [] });
});

it.each([
  [{ instanceId: '..' }, 'path', 'An instance ID has an empty part, “.” or “..” between slashes.'],
  [{ databaseName: '' }, 'path', 'A database name is empty.'],
  [{ instanceId: 'sandbox-token' }, 'path', 'An instance ID contains the access token.'],
  [{ name: 'x'.repeat(513) }, 'invalid', 'A name is longer than 512 characters.'],
  [{ name: '\ud800' }, 'invalid', 'A text contains half a character.'],
])('one of two added instances has %j → 422, and none is added', async (changes, code, message) => {
  const { send, post } = await listenConsole({ isSignedIn: true });
  const { json } = await post(path, { instances: [two, { ...one, ...changes }] });
  expect(json).toEqual({ message, statusCode: 422, code });
  expect((await send(path)).json).toEqual({ instances: [] });
});

it('a body of 1 MiB with thousands of instances is added', async () => {
  const { post } = await listenConsole({ isSignedIn: true });
  const instances = Array.from({ length: 9_000 }, (_, index) => ({ ...one, instanceId: `i-${index}` }));
  const { status, json } = await post(path, JSON.stringify({ instances }).padEnd(1_048_576));
  expect([status, Object(json).instances.length]).toEqual([200, 9_000]);
});

it("databases are added to the operator's and removed from them", async () => {
  const { send, post } = await listenConsole({ isSignedIn: true });
  expect((await send(names)).json).toEqual({ names: ['orders', 'analytics', 'identity'] });
  const changed = await post(names, { add: ['billing', 'orders', 'billing'], remove: ['analytics'] });
  expect(changed.json).toEqual({ names: ['orders', 'identity', 'billing'] });
  await post(names, { add: [], remove: ['orders', 'identity', 'billing', 'unknown'] });
  expect((await send(names)).json).toEqual({ names: [] });
});

it('two admins change the databases at once → both changes count', async () => {
  const { send, post } = await listenConsole({ isSignedIn: true });
  const added = ['a', 'b', 'c', 'd'];
  await Promise.all(added.map((name) => post(names, { add: [name], remove: ['orders'] })));
  const left: string[] = Object((await send(names)).json).names;
  expect(left.toSorted()).toEqual([...added, 'analytics', 'identity'].toSorted());
});

it('a list of databases with what it may not have → 422, and it stays', async () => {
  const { send, post } = await listenConsole({ isSignedIn: true });
  for (const add of [['..'], ['sandbox-token'], Array.from({ length: 501 }, (_, index) => `d${index}`)])
    expect((await post(names, { add, remove: [] })).status).toBe(422);
  expect((await send(names)).json).toEqual({ names: ['orders', 'analytics', 'identity'] });
});
