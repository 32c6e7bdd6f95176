import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { ApiError, callApi } from '../api/http.ts';
import type { PageData } from '../config.ts';
import { paths } from '../paths.ts';
import { foldCase, isValidToken } from '../rules/text.ts';
import { fetchPageData, setPageData } from './pageData.ts';

type SignInProblem = { text: string; field: 'workspace' | 'token' | null; error?: ApiError };

type Credentials = { workspace: string; token: string };

const signInResultSchema = v.object({ workspace: v.string(), sessionId: v.string() });

/** Our server asks the service for 30 s at most. */
const timeoutMs = 40_000;
const slowMs = 5_000;

/** Leaving the form drops a sign-in that is under way. */
export function useSignIn() {
  const openWorkspace = useOpenWorkspace();
  const [stage, setStage] = useState<'idle' | 'checking' | 'slow'>('idle');
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (stage !== 'idle') return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const read = (name: string) => String(fields.get(name)).trim();
    setStage('checking');
    setProblem(null);
    const timer = setTimeout(() => setStage('slow'), slowMs);
    const newProblem = await send({ workspace: read('workspace'), token: read('token') });
    clearTimeout(timer);
    setStage('idle');
    setProblem(newProblem);
    if (newProblem?.field) form.querySelector<HTMLElement>(`[name=${newProblem.field}]`)?.focus();
  }

  /** Null after a sign-in, or if the form was left. */
  async function send(credentials: Credentials): Promise<SignInProblem | null> {
    const problem = findTypingProblem(credentials);
    if (problem !== null) return problem;
    abortController.current = new AbortController();
    const { signal } = abortController.current;
    try {
      const request = { method: 'POST', path: '/session', body: credentials, timeoutMs, signal } as const;
      const { workspace, sessionId } = await callApi(signInResultSchema, request);
      const data = await fetchKeptSession(sessionId);
      signal.throwIfAborted();
      writeLastWorkspace(workspace);
      openWorkspace(workspace);
      setPageData(data);
      return null;
    } catch (error) {
      return signal.aborted ? null : toSignInProblem(error, credentials.workspace);
    }
  }
  return { problem, stage, submit };
}

/** Before the screens appear, the URL gets the workspace of the session. */
function useOpenWorkspace() {
  const navigate = useNavigate();
  return (workspace: string) => {
    const { pathname, search } = window.location;
    const linked = paths.workspaceOf(pathname);
    if (linked === workspace) return;
    if (linked === null) return navigate(paths.screen('compute', workspace), { replace: true });
    // The search parameters belong to the workspace of the link.
    const isSame = foldCase(linked) === foldCase(workspace);
    const path = paths.screen(paths.screenOf(pathname) ?? 'compute', workspace);
    navigate(path + (isSame ? search : ''), { replace: true });
    const text = `You're in ${workspace}. The link was for ${linked}.`;
    // The code of the toasts comes with the screens.
    if (!isSame) void import('../ui/toasts.tsx').then(({ toast }) => toast({ text }));
  };
}

const storageName = 'workspace-console.workspace';

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
    // Full or blocked storage costs only a prefilled field.
  }
}

async function fetchKeptSession(sessionId: string): Promise<PageData> {
  const data = await fetchPageData().catch((error) => {
    if (error instanceof ApiError && error.code === 'session') return null;
    throw error;
  });
  if (data?.sessions.some((session) => session.sessionId === sessionId)) return data;
  const message =
    "Your browser didn't keep the console's cookie. If the address begins with http, use https; otherwise allow cookies for this address.";
  throw new ApiError(message, { code: 'session' });
}

function findTypingProblem({ workspace, token }: Credentials): SignInProblem | null {
  if (workspace === '') return { text: 'Enter the workspace slug, e.g. acme.', field: 'workspace' };
  if (token === '') return { text: 'Enter your access token.', field: 'token' };
  if (isValidToken(token)) return null;
  const text = "That doesn't look like an access token. Copy it without spaces and line breaks.";
  return { text, field: 'token' };
}

function toSignInProblem(error: unknown, workspace: string): SignInProblem {
  if (!(error instanceof ApiError)) {
    const text = 'Something went wrong. Reload the page and try again.';
    return { text, field: null };
  }
  const { kind, status, code, message } = error;
  const isService = kind !== 'proxy-in-front' && (code === null || code === 'service');
  if (!isService) return { text: message, field: null, error };
  // These come from the service, or a gateway before it.
  const refusals: Partial<Record<number, SignInProblem>> = {
    401: {
      text: "The service doesn't accept this access token. Check that you copied the whole token and that it hasn't expired.",
      field: 'token',
    },
    403: {
      text: `This token can't access workspace “${workspace}”. Use a token for that workspace, or ask its owner for access.`,
      field: 'token',
    },
    404: {
      text: `Workspace “${workspace}” wasn't found. Check the spelling. Use the slug from the workspace's URL.`,
      field: 'workspace',
    },
  };
  const text = `${message} Try again in a moment, or contact your operator.`;
  return { text, field: null, ...refusals[status ?? 0], error };
}
