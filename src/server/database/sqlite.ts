import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { SqliteAdapter, SqliteDialect } from 'kysely';
import Libsql from 'libsql';

/** @param path relative to the working directory or absolute, or `:memory:` */
export function openSqlite(path: string) {
  let lock: Libsql.Database | null = null;
  return {
    dialect: new TransactionalDialect({
      database: async () => {
        if (path === ':memory:') return new Libsql(path);
        const file = open(path);
        lock = open(`${path}-lock`);
        prepareFile(file, lock);
        return file;
      },
    }),
    now: Date.now,
    isExclusive: true,
    // Kysely gives its one connection to one transaction at a time.
    lock: async () => {},
    describeError: (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? error.code : String(error);
      if (code === 'SQLITE_NOTADB') return `${path} isn't a database of SQLite`;
      return code === 'SQLITE_BUSY'
        ? `${path} is already open in another process (several servers need PostgreSQL)`
        : `${path} can't be opened for writing (${code})`;
    },
    /** `close` of the file alone would keep the lock until all statements are garbage. */
    close: () => {
      if (!lock?.open) return;
      for (const setting of ['locking_mode = NORMAL', 'schema_version']) lock.pragma(setting);
      lock.close();
    },
  };
}

/** Kysely doesn't rely on it, but SQLite does undo changes of the schema: https://sqlite.org/transactional.html */
class TransactionalDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

const fileMode = 0o600;

function open(path: string): Libsql.Database {
  // Only this folder: with `recursive`, Node loops forever where nothing can be created, such as in /proc.
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { mode: 0o700 });
  // SQLite gives its other files (-wal, -shm) the mode of this one. A file that exists keeps its mode, because it may be none of ours.
  closeSync(openSync(path, 'a', fileMode));
  const file = new Libsql(path);
  try {
    file.pragma('busy_timeout = 2000');
    // Fails if it isn't a database.
    file.pragma('schema_version');
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** A lock file of its own, so that a backup can read the database while it runs: https://sqlite.org/pragma.html#pragma_locking_mode */
function prepareFile(file: Libsql.Database, lock: Libsql.Database): void {
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('begin exclusive; commit');
    file.pragma('journal_mode = WAL');
    // In WAL mode, NORMAL could lose the last commits when the machine loses power.
    file.pragma('synchronous = FULL');
    file.exec('begin immediate; commit');
  } catch (error) {
    for (const each of [file, lock]) each.close();
    throw error;
  }
}
