import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SqliteAdapter, SqliteDialect } from 'kysely';
import Libsql from 'libsql';

/** @param url `file:PATH`, relative to the working directory or absolute, or `:memory:` */
export function openSqlite(url: string) {
  const path = url.startsWith('file://') ? fileURLToPath(url) : url.replace(/^file:/, '');
  let file: Libsql.Database | null = null;
  return {
    dialect: new TransactionalDialect({
      database: async () => {
        file = path === ':memory:' ? new Libsql(path) : openFile(path);
        return file;
      },
    }),
    now: Date.now,
    isExclusive: true,
    // Kysely gives its one connection to one transaction at a time.
    lock: async () => {},
    /** As the end of a sentence. */
    describeError: (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? error.code : String(error);
      if (code === 'SQLITE_NOTADB') return `${path} isn't a database of SQLite`;
      return code === 'SQLITE_BUSY'
        ? `${path} is already open in another process (several servers need PostgreSQL)`
        : `${path} can't be opened for writing (${code})`;
    },
    /** `close` of the file alone would keep the lock until all statements are garbage. Only without WAL can the mode change. */
    close: () => {
      for (const setting of ['journal_mode = DELETE', 'locking_mode = NORMAL', 'schema_version'])
        file?.pragma(setting);
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

function openFile(path: string): Libsql.Database {
  // Only this folder: with `recursive`, Node loops forever where nothing can be created, such as in /proc.
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { mode: 0o700 });
  // SQLite gives its other files (-wal, -shm) the mode of this one.
  closeSync(openSync(path, 'a', fileMode));
  chmodSync(path, fileMode);
  const file = new Libsql(path);
  try {
    // The first access takes the lock, and keeps it until the process ends: https://sqlite.org/pragma.html#pragma_locking_mode
    file.pragma('busy_timeout = 2000');
    file.pragma('locking_mode = EXCLUSIVE');
    file.pragma('journal_mode = WAL');
    // In WAL mode, NORMAL could lose the last commits when the machine loses power.
    file.pragma('synchronous = FULL');
    file.exec('begin immediate; commit');
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}
