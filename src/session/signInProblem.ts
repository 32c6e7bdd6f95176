import { isToken } from '../api/connection.ts';
import { ServiceError, type ServiceErrorKind } from '../api/errors.ts';

export type SignInProblem = {
  title: string;
  next: string;
  field: 'workspace' | 'token' | null;
  /** Null if no request was sent. */
  error: ServiceError | null;
};

export type Credentials = { workspaceSlug: string; token: string; isPersistent: boolean };

/** Cleans pasted credentials and checks them before the first request. */
export function checkCredentials(typed: Credentials) {
  const workspaceSlug = typed.workspaceSlug.trim();
  const token = cleanToken(typed.token);
  let problem: SignInProblem | null = null;
  if (workspaceSlug === '') problem = unsent('workspace', 'Enter the workspace slug, e.g. acme.');
  else if (token === '') problem = unsent('token', 'Enter your access token.');
  else if (!isToken(token))
    problem = unsent(
      'token',
      'That doesn’t look like an access token.',
      'It contains spaces, line breaks or unsupported characters. Copy only the token.',
    );
  return { workspaceSlug, token, problem };
}

function unsent(field: SignInProblem['field'], title: string, next = ''): SignInProblem {
  return { title, next, field, error: null };
}

/** Removes spaces, quotes, line ends and `Bearer `, which are often pasted along with a token. */
export function cleanToken(pasted: string): string {
  let text = pasted;
  for (;;) {
    const next = text
      .trim()
      .replace(/^(["'`])(.*)\1$/s, '$2')
      .replace(/^(?:authorization\s*:\s*)?bearer(?:\s|$)/i, '');
    if (next === text) return text;
    text = next;
  }
}

export function problemOf(error: unknown, workspaceSlug: string): SignInProblem {
  if (!(error instanceof ServiceError))
    return unsent(null, 'Something went wrong while checking your token.', 'Reload the page and try again.');
  return {
    title: error.message,
    next: 'Check both fields, then try again.',
    field: null,
    ...adviceOn(error, workspaceSlug)[error.kind],
    error: error.wasSent ? error : null,
  };
}

type Advice = Partial<Record<ServiceErrorKind, Partial<SignInProblem>>>;

function adviceOn({ retryAfterMs }: ServiceError, workspaceSlug: string): Advice {
  const wait = retryAfterMs === null ? 'a minute' : formatWait(retryAfterMs);
  const notTheService = {
    next: 'Your network may require you to log in first. If not, ask your operator to check the service URL.',
  };
  return {
    'rejected-token': {
      next: 'Check that you copied the whole token and that it hasn’t expired.',
      field: 'token',
    },
    forbidden: {
      title: `This token can’t access workspace “${workspaceSlug}”.`,
      next: 'Use a token for that workspace, or ask its owner for access.',
      field: 'token',
    },
    'not-found': {
      title: `Workspace “${workspaceSlug}” wasn’t found.`,
      next: 'Check the spelling (use the slug from its URL, not its display name) and that your token has access.',
      field: 'workspace',
    },
    'bad-path': { next: 'Enter the workspace slug, e.g. acme.', field: 'workspace' },
    offline: { next: 'Reconnect, then try again. Your entries are kept.' },
    unreachable: {
      next: 'A firewall, a browser extension or the service’s CORS settings may be blocking the request. Try again, or contact your operator.',
    },
    timeout: { next: 'Try again in a moment.' },
    'too-many-requests': { next: `Wait ${wait}, then sign in again.` },
    'service-failure': { next: 'Your token is probably fine. Try again in a moment.' },
    'not-the-service': notTheService,
    unreadable: notTheService,
  };
}

function formatWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds >= 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
