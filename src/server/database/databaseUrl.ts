export type DatabaseAddress =
  | { kind: 'memory' }
  | { kind: 'file'; path: string }
  /** `pool` is the number of connections. `host` and `name` can be printed, `url` can't: it contains the password. */
  | { kind: 'postgres'; url: string; host: string; name: string; pool: number };

/** Of DATABASE_URL. No sentence that it throws repeats a word of the text, which may be part of a password. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  if (text === ':memory:') return { kind: 'memory' };
  if (text.startsWith('file:')) return { kind: 'file', path: parsePath(text.slice('file:'.length)) };
  if (/^postgres(?:ql)?:\/\//.test(text)) return parsePostgresUrl(text);
  throw new Error('DATABASE_URL must be file:PATH, postgres://… or :memory:.');
}

function parsePath(path: string): string {
  if (path === '' || path.startsWith(':') || /[?#%]|^\/\/(?!\/)/.test(path))
    throw new Error('DATABASE_URL must be file: and a plain path, without //host, ?, # and %.');
  return path;
}

function parsePostgresUrl(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  const atSigns = text.split('@').length - 1;
  // A password with one of these characters would continue as the host, and then be printed.
  const isAmbiguous = atSigns > 1 || (atSigns === 1 && url?.username === '' && url.password === '');
  if (url === null || isAmbiguous || !canDecode(text))
    throw new Error(
      'DATABASE_URL must be postgres://user:password@host/name. In a password, write / ? # @ and % as %2F %3F %23 %40 and %25.',
    );
  const pool = url.searchParams.get('pool') ?? '10';
  if (!/^[1-9]\d{0,2}$/.test(pool))
    throw new Error('DATABASE_URL: pool, the number of connections, must be a whole number from 1 to 999.');
  url.searchParams.delete('pool');
  return {
    kind: 'postgres',
    url: url.href,
    // `?host=` is the folder of a socket.
    host: url.searchParams.get('host') ?? (decodeURIComponent(url.host) || 'localhost'),
    name: decodeURIComponent(url.pathname.slice(1)),
    pool: Number(pool),
  };
}

function canDecode(text: string): boolean {
  try {
    // A result that isn't used lets the build leave the call out.
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}
