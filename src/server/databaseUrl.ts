/** Where sessions and deletions are kept. */
export type DatabaseLocation =
  | { kind: 'memory' }
  | { kind: 'file'; path: string }
  | { kind: 'postgres'; url: string; host: string; name: string; pool: number };

/** @throws an Error with a sentence that names DATABASE_URL */
export function parseDatabaseUrl(text: string): DatabaseLocation {
  if (text === ':memory:') return { kind: 'memory' };
  if (text.startsWith('file:')) return { kind: 'file', path: text.slice('file:'.length) };
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text))
    throw new Error('DATABASE_URL must be file:PATH, :memory: or postgres://….');
  const url = new URL(text);
  const pool = Number(url.searchParams.get('pool') ?? 10);
  url.searchParams.delete('pool');
  return { kind: 'postgres', url: url.href, host: url.host, name: url.pathname.slice(1), pool };
}
