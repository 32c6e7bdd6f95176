import { ServiceError, type ServiceErrorKind } from '../api/errors.ts';
import { isValidToken } from '../rules/token.ts';

export type SignInProblem = {
  title: string;
  advice: string;
  field: 'workspace' | 'token' | null;
  /** Null if the server wasn't asked. */
  error: ServiceError | null;
};

export type Credentials = { workspace: string; token: string };

export function parseCredentials(typed: Credentials): Credentials & { problem: SignInProblem | null } {
  const workspace = cleanWorkspace(typed.workspace);
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

/** Copied text can contain characters that nobody sees, such as a zero-width space. */
export function cleanWorkspace(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();
}

/** Admins often copy quotes, spaces, and `Authorization: Bearer` too. */
export function cleanToken(pasted: string): string {
  let text = pasted.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
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
  // A refusal of our own server says it all, and a proxy in front has nothing to do with the token.
  const advice =
    error.code !== null || error.kind === 'proxy-in-front'
      ? ''
      : 'Check the workspace and the token, then try again.';
  return { title: error.message, advice, field: null, ...getKindTexts(error, workspace)[error.kind], error };
}

type KindTexts = Partial<Record<ServiceErrorKind, Partial<SignInProblem>>>;

function getKindTexts({ retryAfterMs }: ServiceError, workspace: string): KindTexts {
  return {
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
    unreachable: { advice: 'Try again, or contact your operator.' },
    timeout: { advice: 'Try again in a moment.' },
    'too-many-requests': { advice: `Wait ${formatWait(retryAfterMs)}, then try again.` },
    'service-failure': { advice: 'Your token is probably fine. Try again in a moment.' },
  };
}

function formatWait(ms: number | null): string {
  if (ms === null) return 'a minute';
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds >= 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
