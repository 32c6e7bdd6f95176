import { sql } from 'kysely';
import { Database } from '../../src/server/database/database.ts';

/** A database of SQLite with a different clock. */
export function setClock({ db, isShared, holdRows, close }: Database, now: () => number): Database {
  return new Database({
    db,
    isShared,
    holdRows,
    close,
    begin: (work) => db.transaction().execute(work),
    time: () => sql<number>`${now()}`,
  });
}
