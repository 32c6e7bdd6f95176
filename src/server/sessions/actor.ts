import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '../database/database.ts';

const maxLength = 200;

export function createActors(database: Database, serviceId: string, userHeader: string | null) {
  let key: Promise<string> | null = null;

  /** The key is the same after a restart and on each replica. A failure isn't kept. */
  function readKey(): Promise<string> {
    key ??= readOrCreateKey(database, serviceId).catch((error: unknown) => {
      key = null;
      throw error;
    });
    return key;
  }

  return {
    /** Null if no proxy in front names the person, an empty string if it should have named one. */
    readUser(headers: IncomingHttpHeaders): string | null {
      if (userHeader === null) return null;
      const value = headers[userHeader];
      // Node reads header values as Latin-1.
      const text = typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8').trim() : '';
      return text.length <= maxLength && /^[^\p{Cc}\u2028\u2029]*$/u.test(text) ? text : '';
    },
    /** "token 3f9a12cd" if no proxy in front names the person. */
    async describe(user: string | null, token: string): Promise<string> {
      if (user !== null) return user;
      return `token ${createHmac('sha256', await readKey())
        .update(token)
        .digest('hex')
        .slice(0, 8)}`;
    },
  };
}

async function readOrCreateKey({ db }: Database, serviceId: string): Promise<string> {
  const row = { serviceId, name: 'actor-key', value: randomBytes(32).toString('hex') };
  // Two servers may start at the same time, so both read what is stored.
  await db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('serviceId', '=', serviceId)
    .where('name', '=', row.name)
    .executeTakeFirstOrThrow();
  return value;
}
