import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Connection, isToken } from '../api/connection.ts';
import { ServiceError } from '../api/errors.ts';
import { listRegions } from '../api/regions.ts';
import { pathValueProblem } from '../api/servicePath.ts';
import { paths } from '../paths.ts';
import type { SessionStore } from './session.ts';

type Credentials = { workspaceSlug: string; token: string; keep: boolean };

/**
 * Proves a token with one cheap read before it is kept; that answer fills the cache. Once the form has gone, or was left
 * for another page, a proof under way is aborted and changes nothing.
 */
export function useSignIn(store: SessionStore, before: SignInProblem | null) {
  const navigate = useNavigate();
  const proof = useRef<AbortController>(null);
  const [state, setState] = useState<{ proving: boolean; problem: SignInProblem | null }>({
    proving: false,
    problem: before,
  });

  useEffect(() => () => proof.current?.abort(), []);

  async function signIn({ workspaceSlug, token: pasted, keep }: Credentials) {
    if (proof.current !== null) return;
    const token = cleanToken(pasted);
    const slip = slipIn(workspaceSlug, token);
    setState({ proving: slip === null, problem: slip });
    if (slip !== null) return;
    const { signal } = startProof();
    const connection = store.connect(token);
    const isLeft = () => signal.aborted || connection.isOpen?.() === false;
    try {
      const regions = await listRegions(connection, workspaceSlug, signal);
      if (isLeft()) return store.disconnect(connection);
      // It has ended: the form that goes now has nothing to abort.
      proof.current = null;
      const { pathname } = window.location;
      const asked = paths.workspaceOf(pathname);
      if (asked !== null && asked !== workspaceSlug)
        navigate(paths.inWorkspace(pathname, workspaceSlug), { replace: true });
      store.enter(connection, workspaceSlug, keep, regions);
    } catch (error) {
      const problem = error instanceof ServiceError ? signInProblem(error, workspaceSlug) : unexpected;
      if (!isLeft()) setState({ proving: false, problem });
      store.disconnect(connection);
    } finally {
      proof.current = null;
    }
  }

  function startProof(): AbortController {
    const started = new AbortController();
    proof.current = started;
    return started;
  }

  /** For whoever leaves by a link: the form may stand for a moment until the page that was asked for can be drawn. */
  function leave() {
    proof.current?.abort();
    setState((before) => ({ ...before, proving: false }));
  }

  return { ...state, signIn, leave };
}

const unexpected: SignInProblem = {
  title: 'This console failed while it signed you in.',
  next: 'Reload the page and try again.',
  field: null,
};

function slugSlip(workspaceSlug: string): SignInProblem | null {
  const wrong = pathValueProblem(workspaceSlug);
  if (wrong === null) return null;
  return { title: `The workspace ${wrong}.`, next: 'Enter the slug from its address.', field: 'workspace' };
}

function slipIn(workspaceSlug: string, token: string): SignInProblem | null {
  const slip = slugSlip(workspaceSlug);
  if (slip !== null) return slip;
  if (token === '') return { title: 'The access token is empty.', next: 'Paste your token.', field: 'token' };
  if (!isToken(token))
    return {
      title: 'This is no access token: it holds spaces, line breaks or characters that no token has.',
      next: 'Copy the token again, alone.',
      field: 'token',
    };
  return null;
}

/** `left`: the admin went away from it, or the session ended; then nothing was changed. Else why it can't be opened. */
export type WorkspaceProved = 'proved' | 'left' | SignInProblem;

/** Proves the present token for one more workspace, as the gate does, and lets it in. The session stands in any case. */
export async function proveWorkspace(
  store: SessionStore,
  connection: Connection,
  workspaceSlug: string,
  signal: AbortSignal,
): Promise<WorkspaceProved> {
  const slip = slugSlip(workspaceSlug);
  if (slip !== null) return slip;
  const proof = store.connectAlso(connection);
  const isLeft = () => signal.aborted || proof.isOpen?.() === false;
  try {
    const regions = await listRegions(proof, workspaceSlug, signal);
    if (isLeft()) return 'left';
    store.proved(connection, workspaceSlug, regions);
    return 'proved';
  } catch (error) {
    if (isLeft()) return 'left';
    if (error instanceof ServiceError) return signInProblem(error, workspaceSlug);
    throw error;
  } finally {
    store.disconnect(proof);
  }
}

/**
 * A pasted token without what came along by accident: surrounding space, quotes, line ends, `Bearer `.
 * @returns what is left; whether it can be a token is `isToken`'s matter
 */
export function cleanToken(pasted: string): string {
  let text = pasted;
  for (;;) {
    const next = text
      .trim()
      .replace(/^(["'`])(.*)\1$/s, '$2')
      .replace(/^(?:authorization\s*:\s*)?bearer\s+/i, '');
    if (next === text) return text;
    text = next;
  }
}

/** Why nobody was signed in, and what to do next. */
export type SignInProblem = {
  title: string;
  next: string;
  /** The field the admin should look at; null where it is about neither. */
  field: 'workspace' | 'token' | null;
  /** What the service itself said, where it said something. */
  said?: string | null;
  /** The error of what was sent, to be reported; null where nothing was. */
  sent?: { workspaceSlug: string; error: ServiceError } | null;
};

/** The sentence and the next step for a failed proof of a token, by the kind of failure alone. */
export function signInProblem(error: ServiceError, workspaceSlug: string): SignInProblem {
  const wasSent = !['bad-path', 'offline', 'signed-out'].includes(error.kind);
  return {
    ...sentencesOf(error, workspaceSlug),
    said: error.serviceMessage,
    sent: wasSent ? { workspaceSlug, error } : null,
  };
}

function sentencesOf(error: ServiceError, workspaceSlug: string): SignInProblem {
  const wait = error.retryAfterMs === null ? 'a minute' : secondsOf(error.retryAfterMs);
  switch (error.kind) {
    case 'rejected-token':
      return {
        title: 'The service does not accept this access token.',
        next: 'Check that it was copied whole and has not expired, then paste it again.',
        field: 'token',
      };
    case 'forbidden':
      return {
        title: `This token has no permission for the workspace “${workspaceSlug}”.`,
        next: 'Use a token of that workspace, or ask its owner for access.',
        field: 'token',
      };
    case 'not-found':
      return {
        title: `There is no workspace “${workspaceSlug}”, or it is not visible to this token.`,
        next: 'Check the spelling: it is the slug from the workspace’s address, not its display name.',
        field: 'workspace',
      };
    case 'bad-path':
      return { title: error.message, next: 'Check the workspace slug.', field: 'workspace' };
    case 'offline':
      return {
        title: 'This browser is offline.',
        next: 'Connect to the network, then sign in. What you typed is kept.',
        field: null,
      };
    case 'unreachable':
      return {
        // An answer that broke off has a status: then somebody was reached.
        title: error.status === null ? 'The service could not be reached.' : error.message,
        next: 'The network, a browser extension or the service’s settings for other origins (CORS) may block it. Try again, or ask who runs this console.',
        field: null,
      };
    case 'timeout':
      return { title: error.message, next: 'Try again in a moment.', field: null };
    case 'too-many-requests':
      return {
        title: 'The service is receiving too many requests.',
        next: `Wait ${wait}, then sign in again.`,
        field: null,
      };
    case 'service-failure':
      return {
        title: error.message,
        next: 'Nothing is wrong with your token as far as we know. Try again in a moment.',
        field: null,
      };
    case 'not-the-service':
    case 'unreadable':
      return {
        title:
          error.kind === 'not-the-service'
            ? 'A web page answered instead of the service.'
            : 'The answer did not come from the service.',
        next: 'A login page of your network may be in the way; otherwise the configured service address is wrong.',
        field: null,
      };
    default:
      return { title: error.message, next: 'Check both fields, then try again.', field: null };
  }
}

function secondsOf(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds >= 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
