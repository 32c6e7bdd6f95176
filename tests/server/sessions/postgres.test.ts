import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../src/server/database/database.ts';
import { deferred } from '../../support/deferred.ts';
import { listenConsole } from '../../support/listenConsole.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';

const [added, names] = ['/api/workspaces/acme/added-instances', '/api/workspaces/acme/databases'];
const storageError = { statusCode: 503, code: 'storage' };

describe.skipIf(!hasPostgres)('two replicas with PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let databases: [Database, Database];
  beforeAll(async () => {
    postgres = await startPostgres();
    databases = [await openDatabase(postgres.url), await openDatabase(postgres.url)];
  }, 60_000);
  afterAll(() => Promise.all(databases.map(({ close }) => close())));

  it('share sessions, the name of a token, added instances and databases', async () => {
    const [{ browser }, other] = await Promise.all([
      listenConsole({ database: databases[0] }),
      listenConsole({ database: databases[1] }),
    ]);
    const [first, second] = [browser(), other.browser()];
    const { actor } = Object((await first.signIn()).json);
    expect(Object((await second.signIn()).json).actor).toBe(actor);
    await second.send('/api/session', { method: 'DELETE' });
    second.state.cookie = first.state.cookie.replace(/^console-\d+/, `console-${other.port}`);
    second.state.sessionId = first.state.sessionId;
    const instances = ['b', 'a', 'b'].map((instanceId) => {
      return { databaseName: 'orders', instanceId, name: null };
    });
    await first.send(added, { method: 'POST', body: { instances } });
    await second.send(`${added}/remove`, { method: 'POST', body: { instances: instances.slice(0, 1) } });
    expect((await first.send(added)).json).toEqual({ instances: instances.slice(1, 2) });
    const put = ({ send }: typeof first) => send(names, { method: 'PUT', body: { names: ['one', 'two'] } });
    await Promise.all([first, second].map(put));
    expect((await second.send(names)).json).toEqual({ names: ['one', 'two'] });
  });

  it('answer 503 without a free connection, and without PostgreSQL', async () => {
    const { browser, errorLines } = await listenConsole({ database: databases[0] });
    const { send, signIn } = browser();
    await signIn();
    const released = deferred<void>();
    const connections = Array.from({ length: 10 }, () => {
      const held = deferred<void>();
      const ended = databases[0].db.connection().execute(async () => {
        held.resolve();
        await released.promise;
      });
      return { held: held.promise, ended };
    });
    await Promise.all(connections.map(({ held }) => held));
    const refused = send(names);
    // The server then asks the database if it answers, and it does.
    await expect.poll(() => errorLines).toHaveLength(1);
    released.resolve();
    expect((await refused).json).toMatchObject(storageError);
    await Promise.all(connections.map(({ ended }) => ended));
    expect((await send(names)).status).toBe(200);

    postgres.stop();
    expect((await send(names)).json).toMatchObject(storageError);
    expect((await send('/healthz')).status).toBe(503);
  });
});
