import { sql } from 'kysely';
import type { Database } from '../../src/server/database/database.ts';

/** The database with a different clock. */
export function setClock(database: Database, now: () => number): Database {
  return {
    ...database,
    now,
    get time() {
      return sql<number>`${now()}`;
    },
  };
}
