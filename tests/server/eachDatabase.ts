import { afterAll, beforeAll, describe } from 'vitest';
import { type Database, openDatabase } from '../../src/server/database/database.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';

/** Declares tests for SQLite in memory and for PostgreSQL. Without an installed PostgreSQL, its tests are skipped. */
export function describeEachDatabase(
  declareTests: (getDatabase: () => Database, name: string) => void,
): void {
  describe.each([
    { name: 'SQLite', isInstalled: true },
    { name: 'PostgreSQL', isInstalled: hasPostgres },
  ])('on $name', ({ name, isInstalled }) => {
    describe.skipIf(!isInstalled)('', () => {
      let database: Database;
      let stop = () => {};
      beforeAll(async () => {
        const server = name === 'SQLite' ? null : await startPostgres();
        if (server !== null) stop = server.stop;
        database = await openDatabase(server?.url ?? ':memory:');
      }, 60_000);
      afterAll(async () => {
        await database.close();
        stop();
      });
      declareTests(() => database, name);
    });
  });
}
