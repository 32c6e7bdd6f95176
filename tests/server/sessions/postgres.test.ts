import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/server/database/database.ts';
import { listenConsole } from '../../support/listenConsole.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';

describe.skipIf(!hasPostgres)('two replicas with PostgreSQL', () => {
  it('share sessions, the name of a token, added instances and databases, and answer 503 without it, or without a free connection', async () => {
    const postgres = await startPostgres();
    const databases = await Promise.all([openDatabase(postgres.url), openDatabase(postgres.url)]);
    const servers = await Promise.all(databases.map((database) => listenConsole({ database })));
    const [first, second] = servers.map(({ browser }) => browser());
    const { port } = servers[1] ?? {};
    if (first === undefined || second === undefined) throw new Error('No server was started.');

    const { actor } = Object((await first.signIn()).json);
    expect(Object((await second.signIn()).json).actor).toBe(actor);
    await second.send('/api/session', { method: 'DELETE' });
    second.state.cookie = first.state.cookie.replace(/^console-\d+/, `console-${port}`);
    second.state.sessionId = first.state.sessionId;
    const [added, names] = ['/api/workspaces/acme/added-instances', '/api/workspaces/acme/databases'];
    const instances = ['b', 'a', 'b'].map((instanceId) => ({
      databaseName: 'orders',
      instanceId,
      name: null,
    }));
    await first.send(added, { method: 'POST', body: { instances } });
    await second.send(`${added}/remove`, { method: 'POST', body: { instances: instances.slice(0, 1) } });
    expect((await first.send(added)).json).toEqual({ instances: instances.slice(1, 2) });
    await Promise.all(
      [first, second].map(({ send }) => send(names, { method: 'PUT', body: { names: ['one', 'two'] } })),
    );
    expect((await second.send(names)).json).toEqual({ names: ['one', 'two'] });

    const { db } = databases[0] ?? {};
    if (db === undefined) throw new Error('No database was opened.');
    const sleeping = Array.from({ length: 10 }, () => sql`select pg_sleep(4)`.execute(db));
    expect((await first.send(names)).json).toMatchObject({ statusCode: 503, code: 'storage' });
    await Promise.all(sleeping);

    postgres.stop();
    onTestFinished(async () => void (await Promise.all(databases.map(({ close }) => close()))));
    expect((await first.send(names)).json).toMatchObject({ statusCode: 503, code: 'storage' });
    expect((await second.send('/healthz')).status).toBe(503);
  });
});
