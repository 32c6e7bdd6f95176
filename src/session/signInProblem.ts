import { ApiError } from '../api/errors.ts';
import { formatCount } from '../format/text.ts';
import { isValidToken, removeIgnorableCharacters } from '../rules/text.ts';

export type SignInProblem = {
  title: string;
  advice: string;
  field: 'workspace' | 'token' | null;
  /** Null if the server wasn't asked. */
  error: ApiError | null;
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
  return removeIgnorableCharacters(text).trim();
}

/** Admins often copy quotes, spaces, and `Authorization: Bearer` too. */
export function cleanToken(pasted: string): string {
  let text = removeIgnorableCharacters(pasted);
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
  if (!(error instanceof ApiError))
    return createProblem(
      null,
      'Something went wrong while checking your token.',
      'Reload the page and try again.',
    );
  return { title: error.message, field: null, advice: '', ...findTexts(error, workspace), error };
}

/** Our server passes on the status with which the service has refused. The service's own message is shown, too. */
function findTexts(error: ApiError, workspace: string): Partial<SignInProblem> {
  const { kind, status, code, retryAfterMs } = error;
  if (kind === 'proxy-in-front') return {};
  if (status === 401 && code !== 'session')
    return {
      title: "The service doesn't accept this access token.",
      advice: "Check that you copied the whole token and that it hasn't expired.",
      field: 'token',
    };
  if (status === 403)
    return {
      title: `This token can't access workspace “${workspace}”.`,
      advice: 'Use a token for that workspace, or ask its owner for access.',
      field: 'token',
    };
  if (status === 404)
    return {
      title: `Workspace “${workspace}” wasn't found.`,
      advice:
        "Check the spelling. Use the slug from the workspace's URL, and check that your token has access.",
      field: 'workspace',
    };
  if (code === 'path') return { field: 'workspace' };
  if (code === 'invalid' && status === 422) return { field: 'token' };
  if (status === 429) {
    const wait = retryAfterMs === null ? 'a minute' : formatCount(Math.ceil(retryAfterMs / 1000), 'second');
    return { advice: `Wait ${wait}, then try again.` };
  }
  if (status !== null && status >= 500 && code !== 'storage')
    return { advice: 'Your token is probably fine. Try again in a moment.' };
  return code === null ? { advice: 'Try again, or contact your operator.' } : {};
}
