import { type RawBuilder, sql } from 'kysely';
import { Database } from '../../src/server/database/database.ts';

/** A database of SQLite with a different clock. */
export function setClock({ db, isShared }: Database, now: () => number): Database {
  return new (class extends Database {
    override get time(): RawBuilder<number> {
      return sql<number>`${now()}`;
    }
  })(db, isShared);
}
