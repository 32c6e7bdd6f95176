import { isValidToken } from '../rules/connection.ts';
import { ServiceError, type ServiceErrorKind } from '../rules/errors.ts';

export type SignInProblem = {
  title: string;
  advice: string;
  field: 'workspace' | 'token' | null;
  /** Null if no request was sent. */
  error: ServiceError | null;
};

export type Credentials = { workspace: string; token: string; isKept: boolean };

export function parseCredentials(typed: Credentials) {
  const workspace = typed.workspace.trim();
  const token = cleanToken(typed.token);
  let problem: SignInProblem | null = null;
  if (workspace === '') problem = createProblem('workspace', 'Enter the workspace slug, e.g. acme.');
  else if (token === '') problem = createProblem('token', 'Enter your access token.');
  else if (!isValidToken(token))
    problem = createProblem(
      'token',
      "That doesn't look like an access token.",
      'It contains spaces, line breaks or unsupported characters. Copy only the token.',
    );
  return { workspace, token, problem };
}

function createProblem(field: SignInProblem['field'], title: string, advice = ''): SignInProblem {
  return { title, advice, field, error: null };
}

/** Admins often copy quotes, spaces, and `Authorization: Bearer` too. */
export function cleanToken(pasted: string): string {
  let text = pasted;
  for (;;) {
    const cleanedText = text
      .trim()
      .replace(/^(["'`])(.*)\1$/s, '$2')
      .replace(/^(?:authorization\s*:\s*)?bearer(?:\s|$)/i, '');
    if (cleanedText === text) return text;
    text = cleanedText;
  }
}

export function toSignInProblem(error: unknown, workspace: string): SignInProblem {
  if (!(error instanceof ServiceError))
    return createProblem(
      null,
      'Something went wrong while checking your token.',
      'Reload the page and try again.',
    );
  return {
    title: error.message,
    advice: 'Check the workspace and the token, then try again.',
    field: null,
    ...getKindTexts(error, workspace)[error.kind],
    error: error.mayHaveBeenSent ? error : null,
  };
}

type KindTexts = Partial<Record<ServiceErrorKind, Partial<SignInProblem>>>;

function getKindTexts({ retryAfterMs }: ServiceError, workspace: string): KindTexts {
  const wait = retryAfterMs === null ? 'a minute' : formatWait(retryAfterMs);
  const wrongService = {
    advice:
      'Your network may require you to log in first. If not, ask your operator to check the service URL.',
  };
  return {
    // The message of this error says it all, and the token is probably fine.
    'proxy-in-front': { advice: '' },
    'rejected-token': {
      advice: "Check that you copied the whole token and that it hasn't expired.",
      field: 'token',
    },
    forbidden: {
      title: `This token can't access workspace “${workspace}”.`,
      advice: 'Use a token for that workspace, or ask its owner for access.',
      field: 'token',
    },
    'not-found': {
      title: `Workspace “${workspace}” wasn't found.`,
      advice:
        "Check the spelling. Use the slug from the workspace's URL, and check that your token has access.",
      field: 'workspace',
    },
    'bad-path': { advice: 'Enter the workspace slug, e.g. acme.', field: 'workspace' },
    offline: { advice: 'Reconnect, then try again.' },
    unreachable: {
      advice:
        "A firewall, a browser extension or the service's CORS settings may be blocking the request. Try again, or contact your operator.",
    },
    timeout: { advice: 'Try again in a moment.' },
    'too-many-requests': { advice: `Wait ${wait}, then try again.` },
    'service-failure': { advice: 'Your token is probably fine. Try again in a moment.' },
    'not-the-service': wrongService,
    unreadable: wrongService,
  };
}

function formatWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds >= 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
