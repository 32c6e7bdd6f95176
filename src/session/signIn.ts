import { useNavigate } from 'react-router-dom';
import { ApiError } from '../api/errors.ts';
import { fetchPageData, type SignInResult, signIn } from '../api/session.ts';
import type { PageData } from '../config.ts';
import { paths } from '../paths.ts';
import { foldCase, isValidToken } from '../rules/text.ts';
import { setPageData } from './pageData.ts';

export type SignInProblem = {
  title: string;
  advice: string;
  field: 'workspace' | 'token' | null;
  /** Null if the server wasn't asked. */
  error: ApiError | null;
};

type Credentials = { workspace: string; token: string };

/** Null after a sign-in, or if the response no longer matters. */
export type SubmitCredentials = (typed: Credentials, signal: AbortSignal) => Promise<SignInProblem | null>;

export function useSignIn(): SubmitCredentials {
  const navigate = useNavigate();

  /** Before the screens appear, the URL gets the workspace of the session. */
  function openWorkspace(workspace: string) {
    const { pathname, search } = window.location;
    const linked = paths.workspaceOf(pathname);
    if (linked === workspace) return;
    if (linked === null) return navigate(paths.screen('compute', workspace), { replace: true });
    // A search belongs to the workspace of the link.
    const isSame = foldCase(linked) === foldCase(workspace);
    navigate(paths.inWorkspace(pathname, workspace) + (isSame ? search : ''), { replace: true });
    if (!isSame) announce(`You're in ${workspace}. The link was for ${linked}.`);
  }

  return async function submitCredentials(typed, signal) {
    const credentials = { workspace: typed.workspace.trim(), token: typed.token.trim() };
    const problem = findTypingProblem(credentials);
    if (problem !== null) return problem;
    try {
      const result = await signIn(credentials, signal);
      const data = await fetchKeptSession(result);
      signal.throwIfAborted();
      writeLastWorkspace(result.workspace);
      openWorkspace(result.workspace);
      setPageData(data);
      return null;
    } catch (error) {
      return signal.aborted ? null : toSignInProblem(error, credentials.workspace);
    }
  };
}

/** The code of the toasts comes with the screens. */
function announce(text: string): void {
  void import('../ui/toasts.tsx').then(({ toast }) => toast({ text }));
}

const storageName = 'workspace-console.workspace';

/** The workspace of the last sign-in on this browser, or an empty text. */
export function readLastWorkspace(): string {
  try {
    return localStorage.getItem(storageName) ?? '';
  } catch {
    return '';
  }
}

function writeLastWorkspace(workspace: string): void {
  try {
    localStorage.setItem(storageName, workspace);
  } catch {
    // The storage is full or blocked. Nothing depends on it.
  }
}

/** @throws ApiError if the browser didn't keep the cookie, so that the next request has no session */
async function fetchKeptSession({ sessionId }: SignInResult): Promise<PageData> {
  const data = await fetchPageData().catch((error) => {
    if (error instanceof ApiError && error.code === 'session') return null;
    throw error;
  });
  if (data?.sessions.some((session) => session.sessionId === sessionId)) return data;
  const message =
    "Your browser didn't keep the console's cookie. If the address begins with http, use https; otherwise allow cookies for this address.";
  throw new ApiError({ kind: 'other', code: 'session', message });
}

function findTypingProblem({ workspace, token }: Credentials): SignInProblem | null {
  const problem = { field: 'token', advice: '', error: null } as const;
  if (workspace === '')
    return { ...problem, field: 'workspace', title: 'Enter the workspace slug, e.g. acme.' };
  if (token === '') return { ...problem, title: 'Enter your access token.' };
  if (isValidToken(token)) return null;
  const advice = 'It contains spaces, line breaks or unsupported characters. Copy only the token.';
  return { ...problem, title: "That doesn't look like an access token.", advice };
}

function toSignInProblem(error: unknown, workspace: string): SignInProblem {
  if (error instanceof ApiError)
    return { title: error.message, field: null, advice: '', ...findTexts(error, workspace), error };
  const title = 'Something went wrong while checking your token.';
  return { title, advice: 'Reload the page and try again.', field: null, error: null };
}

/** Our server passes on the status with which the service has refused. The service's own message is shown, too. */
function findTexts({ kind, status, code }: ApiError, workspace: string): Partial<SignInProblem> {
  if (kind === 'proxy-in-front' || code === 'session' || code === 'storage') return {};
  if (code === 'path') return { field: 'workspace' };
  if (code === 'invalid') return { field: 'token' };
  if (status === 401)
    return {
      field: 'token',
      title: "The service doesn't accept this access token.",
      advice: "Check that you copied the whole token and that it hasn't expired.",
    };
  if (status === 403)
    return {
      field: 'token',
      title: `This token can't access workspace “${workspace}”.`,
      advice: 'Use a token for that workspace, or ask its owner for access.',
    };
  if (status === 404)
    return {
      field: 'workspace',
      title: `Workspace “${workspace}” wasn't found.`,
      advice: "Check the spelling. Use the slug from the workspace's URL.",
    };
  return { advice: 'Wait a moment, then try again. If it fails again, contact your operator.' };
}
