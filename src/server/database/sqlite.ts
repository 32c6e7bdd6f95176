import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { SqliteDatabase } from 'kysely';
import type Libsql from 'libsql';

const fileMode = 0o600;

export function parseSqlitePath(path: string): string {
  // Nothing replaces a ~ or a variable here, so a new file would have it in its path.
  if (path === '' || /[?#%${}]|:\/\/|^[:~\s"']|^\/\/(?!\/)/.test(path))
    throw new Error('DATABASE_URL must be file: and a plain path, without //host, ?, #, %, ~ and variables.');
  return path;
}

/** @param path of a file, which is locked against other servers, or `:memory:` */
export async function openSqlite(path: string): Promise<SqliteDatabase> {
  // Loaded late, because its native file may be missing where PostgreSQL is used.
  const { default: Driver } = await import('libsql');
  if (path === ':memory:') return lockByExec(new Driver(path), () => {});
  // Only this folder: with `recursive`, Node can loop forever, for example in /proc.
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { mode: 0o700 });
  const file = openFile(Driver, path);
  // A separate lock file, so that a backup can read the database. By its real path, because a link is a second name.
  const lock = openFile(Driver, `${realpathSync(path)}-lock`);
  lock.pragma('locking_mode = EXCLUSIVE');
  lock.exec('begin exclusive; commit');
  file.pragma('journal_mode = WAL');
  // In WAL mode, NORMAL could lose the last commits when the machine loses power.
  file.pragma('synchronous = FULL');
  file.exec('begin immediate; commit');
  return lockByExec(file, () => {
    // `lock.close()` alone keeps the file locked until statements are collected.
    for (const setting of ['locking_mode = NORMAL', 'schema_version']) lock.pragma(setting);
    lock.close();
  });
}

const mounts = '/proc/self/mountinfo';

const listTables =
  "select count(*) as tables, total(name = 'deletion_items') as ours from sqlite_master where type = 'table'";

function openFile(Driver: typeof Libsql, path: string): Libsql.Database {
  // SQLite gives its other files (-wal, -shm) the mode of this one.
  closeSync(openSync(path, 'a', fileMode));
  const stat = statSync(path);
  // A device such as /dev/null must keep its mode.
  if (!stat.isFile() || stat.nlink > 1) throw Object.assign(new Error(), { code: 'EMLINK' });
  // The other files would stay in the container.
  if (
    existsSync(mounts) &&
    readFileSync(mounts, 'utf8').includes(` ${realpathSync(path).replaceAll(' ', '\\040')} `)
  )
    throw Object.assign(new Error(), { code: 'EXDEV' });
  const file = new Driver(path);
  // In ms. SQLite waits in the thread of the server, so `Database.transaction` tries again instead.
  file.pragma('busy_timeout = 1');
  // Fails if the file is no database, unless it has at most one byte. Somebody else's stays as it is.
  const { tables, ours } = file.prepare(listTables).get() as { tables: number; ours: number };
  if (tables > 0 && ours === 0) throw Object.assign(new Error(), { code: 'SQLITE_ERROR' });
  chmodSync(path, fileMode);
  return file;
}

/**
 * libsql keeps a prepared statement open that found the file busy, and until it is collected, no transaction can be committed:
 * https://github.com/tursodatabase/libsql-client-ts/issues/352. So `exec` takes the lock, and all writes are in transactions.
 */
function lockByExec(file: Libsql.Database, releaseLock: () => void): SqliteDatabase {
  const noChanges = { changes: 0, lastInsertRowid: 0 };
  function begin() {
    file.exec('begin immediate');
    return noChanges;
  }
  /** On a full disk, SQLite may have rolled back by itself, and an error of ours would hide its own. */
  function rollback() {
    if (file.inTransaction) file.exec('rollback');
    return noChanges;
  }
  const own: Record<string, () => object> = { begin, rollback };
  return {
    close() {
      // Otherwise, a copy of the file alone could lack the last changes.
      file.pragma('wal_checkpoint(TRUNCATE)');
      releaseLock();
      file.close();
    },
    prepare(text) {
      const statement = file.prepare(text);
      return text in own ? Object.assign(statement, { run: own[text] }) : statement;
    },
  };
}

const problems: Record<string, string> = {
  SQLITE_NOTADB: "isn't a database of SQLite",
  SQLITE_ERROR: 'belongs to a different program',
  EMLINK: "isn't a plain file, or has a hard link, by which a second server could open it",
  EXDEV: 'is mounted without its folder, so a second server could open it',
  SQLITE_BUSY: 'is already open in another process (several servers need PostgreSQL)',
};

/** As the end of a sentence. */
export function describeSqliteError(code: string, path: string): string {
  return `${path} ${problems[code] ?? `can't be opened for writing (${code})`}`;
}
