import { chmodSync, closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { type SqliteDatabase, SqliteDialect } from 'kysely';
import type Libsql from 'libsql';

const fileMode = 0o600;
/** Short (ms), because SQLite waits in the thread of the server. `Database` tries again, with pauses. */
const busyMs = 100;

/** A file that this process has for itself, or a database in memory. */
export class SqliteFile {
  readonly path: string;
  #lock: Libsql.Database | null = null;

  /** @param path relative to the working directory or absolute, or `:memory:` */
  constructor(path: string) {
    this.path = path;
  }

  createDialect(): SqliteDialect {
    return new SqliteDialect({ database: async () => lockByExec(await this.#open()) });
  }

  async #open(): Promise<Libsql.Database> {
    // Loaded when it is needed, because its native file may be missing where PostgreSQL is used.
    const { default: Driver } = await import('libsql');
    const { path } = this;
    if (path === ':memory:') return new Driver(path);
    // Only this folder: with `recursive`, Node loops forever where nothing can be created, such as in /proc.
    if (!existsSync(dirname(path))) mkdirSync(dirname(path), { mode: 0o700 });
    const file = open(Driver, path);
    // A link is a second name of the same file.
    this.#lock = open(Driver, `${realpathSync(path)}-lock`);
    prepare(file, this.#lock);
    return file;
  }

  /** To close the file alone would keep the lock until all statements are garbage. */
  releaseLock(): void {
    if (!this.#lock?.open) return;
    for (const setting of ['locking_mode = NORMAL', 'schema_version']) this.#lock.pragma(setting);
    this.#lock.close();
  }

  /** As the end of a sentence. */
  describeError(error: unknown): string {
    const code = error instanceof Error && 'code' in error ? error.code : String(error);
    if (code === 'SQLITE_NOTADB') return `${this.path} isn't a database of SQLite`;
    return code === 'SQLITE_BUSY'
      ? `${this.path} is already open in another process (several servers need PostgreSQL)`
      : `${this.path} can't be opened for writing (${code})`;
  }
}

/**
 * libsql never resets a prepared statement that found the file busy, and as long as it exists, no transaction can be committed. So
 * the lock for writing is taken before, by `exec`, which leaves nothing behind.
 */
function lockByExec(file: Libsql.Database): SqliteDatabase {
  function begin() {
    file.exec('begin immediate');
    return { changes: 0, lastInsertRowid: 0 };
  }
  function inTransaction<Result>(write: () => Result): Result {
    begin();
    try {
      const result = write();
      file.exec('commit');
      return result;
    } catch (error) {
      if (file.inTransaction) file.exec('rollback');
      throw error;
    }
  }
  return {
    close: () => file.close(),
    prepare(text) {
      const statement = file.prepare(text);
      if (text === 'begin') return Object.assign(statement, { run: begin });
      if (file.inTransaction || !/^(?:insert|update|delete)/.test(text)) return statement;
      return {
        reader: statement.reader,
        all: (parameters) => inTransaction(() => statement.all(parameters)),
        run: (parameters) => inTransaction(() => statement.run(parameters)),
        iterate: (parameters) => statement.iterate(parameters),
      };
    },
  };
}

function open(Driver: typeof Libsql, path: string): Libsql.Database {
  // SQLite gives its other files (-wal, -shm) the mode of this one.
  closeSync(openSync(path, 'a', fileMode));
  const file = new Driver(path);
  try {
    file.pragma(`busy_timeout = ${busyMs}`);
    // Fails if it isn't a database. A file of somebody else keeps its mode.
    file.pragma('schema_version');
    chmodSync(path, fileMode);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** A lock file of its own, so that a backup can read the database while it runs: https://sqlite.org/pragma.html#pragma_locking_mode */
function prepare(file: Libsql.Database, lock: Libsql.Database): void {
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
