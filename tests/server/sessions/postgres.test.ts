import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/server/database/database.ts';
import { deferred } from '../../support/deferred.ts';
import { listenConsole } from '../../support/listenConsole.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  it('without a free connection → 503, and then all is well again', async () => {
    const names = '/api/workspaces/acme/databases';
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const database = await openDatabase(postgres.url);
    onTestFinished(() => database.close());
    const { browser, errorLines } = await listenConsole({ database });
    const { send, signIn } = browser();
    await signIn();
    const released = deferred<void>();
    let heldCount = 0;
    const hold = () =>
      database.db.connection().execute(async () => {
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
