import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../src/server/database/database.ts';
import { deferred } from '../../support/deferred.ts';
import { listenConsole } from '../../support/listenConsole.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';

const [added, names] = ['/api/workspaces/acme/added-instances', '/api/workspaces/acme/databases'];

describe.skipIf(!hasPostgres)('two replicas with PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let databases: [Database, Database];
  beforeAll(async () => {
    postgres = await startPostgres();
    databases = [await openDatabase(postgres.url), await openDatabase(postgres.url)];
  }, 60_000);
  afterAll(async () => {
    await Promise.all(databases.map(({ close }) => close()));
    postgres.stop();
  });

  it('share sessions, the name of a token, added instances and databases', async () => {
    const { browser } = await listenConsole({ database: databases[0] });
    const other = await listenConsole({ database: databases[1] });
    const [first, second] = [browser(), other.browser()];
    const { actor } = Object((await first.signIn()).json);
    second.state.cookie = first.state.cookie.replace(/^console-\d+/, `console-${other.port}`);
    second.state.sessionId = first.state.sessionId;
    expect(Object((await second.signIn('beta')).json).actor).toBe(actor);
    const instances = ['b', 'a', 'b'].map((id) => ({ databaseName: 'orders', instanceId: id, name: null }));
    await first.send(added, { method: 'POST', body: { instances } });
    await second.send(`${added}/remove`, { method: 'POST', body: { instances: instances.slice(0, 1) } });
    expect((await first.send(added)).json).toEqual({ instances: instances.slice(1, 2) });
    const put = ({ send }: typeof first) => send(names, { method: 'PUT', body: { names: ['one', 'two'] } });
    await Promise.all([first, second].map(put));
    expect((await second.send(names)).json).toEqual({ names: ['one', 'two'] });
  });

  it('answer 503 without a free connection', async () => {
    const { browser, errorLines } = await listenConsole({ database: databases[0] });
    const { send, signIn } = browser();
    await signIn();
    const released = deferred<void>();
    let heldCount = 0;
    const hold = () =>
      databases[0].db.connection().execute(async () => {
        heldCount += 1;
        await released.promise;
      });
    const connections = Array.from({ length: 10 }, hold);
    await expect.poll(() => heldCount).toBe(10);
    const refused = send(names);
    // The server then asks the database if it answers, and it does.
    await expect.poll(() => errorLines).toHaveLength(1);
    released.resolve();
    expect((await refused).json).toMatchObject({ statusCode: 503, code: 'storage' });
    await Promise.all(connections);
    expect((await send(names)).status).toBe(200);
  });
});
