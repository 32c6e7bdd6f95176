import { type Connection, isToken, type RequestRecord } from '../api/connection.ts';
import { ServiceError, type ServiceErrorKind } from '../api/errors.ts';
import type { ServiceList } from '../api/readList.ts';
import { listRegions } from '../api/regions.ts';
import { paths } from '../paths.ts';
import type { SessionStore } from './session.ts';

type Credentials = { workspaceSlug: string; token: string; keep: boolean };

/** `left`: the admin went away from it, or the session changed; then nothing was changed. Else why it can't be opened. */
export type WorkspaceProved = 'proved' | 'left' | SignInProblem;

/**
 * Proves a token with one cheap read before it is kept; that answer fills the cache.
 * @param moveTo told of the path to go to, where the URL names another workspace
 */
export async function signIn(
  store: SessionStore,
  { workspaceSlug, token: pasted, keep }: Credentials,
  signal: AbortSignal,
  moveTo: (path: string) => void,
): Promise<WorkspaceProved> {
  const token = cleanToken(pasted);
  if (!isToken(token)) return token === '' ? emptyToken : brokenToken;
  const { serviceUrl } = store;
  const requests: RequestRecord[] = [];
  const connection = { serviceUrl, token, onRequest: (record: RequestRecord) => void requests.push(record) };
  return prove(store, connection, workspaceSlug, signal, (regions) => {
    const asked = askedWorkspace();
    if (asked !== null && asked !== workspaceSlug)
      moveTo(paths.inWorkspace(window.location.pathname, workspaceSlug));
    store.enter({ token, workspaceSlug, regions, requests }, keep);
  });
}

/** Proves the present token for one more workspace, as the gate does, and lets it in. The session stands in any case. */
export async function proveWorkspace(
  store: SessionStore,
  connection: Connection,
  workspaceSlug: string,
  signal: AbortSignal,
): Promise<WorkspaceProved> {
  const proof: Connection = {
    ...connection,
    get token() {
      return connection.token;
    },
    // That one workspace rejects the token says nothing about the one on screen.
    onRejectedToken: () => undefined,
  };
  return prove(store, proof, workspaceSlug, signal, (regions) =>
    store.proved(connection, workspaceSlug, regions),
  );
}

async function prove(
  store: SessionStore,
  connection: Connection,
  workspaceSlug: string,
  signal: AbortSignal,
  letIn: (regions: ServiceList<string>) => void,
): Promise<WorkspaceProved> {
  const asked = askedWorkspace();
  const before = store.present()?.connection;
  const isLeft = () => signal.aborted || askedWorkspace() !== asked || store.present()?.connection !== before;
  try {
    const regions = await listRegions(connection, workspaceSlug, signal);
    if (isLeft()) return 'left';
    letIn(regions);
    return 'proved';
  } catch (error) {
    if (isLeft()) return 'left';
    return error instanceof ServiceError ? signInProblem(error, workspaceSlug) : unexpected;
  }
}

function askedWorkspace(): string | null {
  return paths.workspaceOf(window.location.pathname);
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
      .replace(/^(?:authorization\s*:\s*)?bearer(?:\s|$)/i, '');
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
  /** What was sent and what came of it, to be reported; null where nothing was. */
  sent: { workspaceSlug: string; error: ServiceError } | null;
};

const emptyToken: SignInProblem = {
  title: 'The access token is empty.',
  next: 'Paste your token.',
  field: 'token',
  sent: null,
};

const brokenToken: SignInProblem = {
  title: 'This is no access token: it holds spaces, line breaks or characters that no token has.',
  next: 'Copy the token again, alone.',
  field: 'token',
  sent: null,
};

const unexpected: SignInProblem = {
  title: 'This console failed while it proved your token.',
  next: 'Reload the page and try again.',
  field: null,
  sent: null,
};

/** The sentence and the next step for a failed proof of a token, by the kind of failure alone. */
export function signInProblem(error: ServiceError, workspaceSlug: string): SignInProblem {
  const wasSent = !['bad-path', 'offline', 'signed-out'].includes(error.kind);
  return {
    title: error.message,
    next: 'Check both fields, then try again.',
    field: null,
    ...adviceOn(error, workspaceSlug)[error.kind],
    sent: wasSent ? { workspaceSlug, error } : null,
  };
}

type Advice = Partial<Record<ServiceErrorKind, Partial<SignInProblem>>>;

function adviceOn({ retryAfterMs }: ServiceError, workspaceSlug: string): Advice {
  const wait = retryAfterMs === null ? 'a minute' : secondsOf(retryAfterMs);
  const elsewhere = {
    next: 'A login page of your network may be in the way; otherwise the configured service address is wrong.',
  };
  return {
    'rejected-token': {
      next: 'Check that it was copied whole and has not expired, then paste it again.',
      field: 'token',
    },
    forbidden: {
      title: `This token has no permission for the workspace “${workspaceSlug}”.`,
      next: 'Use a token of that workspace, or ask its owner for access.',
      field: 'token',
    },
    'not-found': {
      title: `There is no workspace “${workspaceSlug}”, or it is not visible to this token.`,
      next: 'Check the spelling: it is the slug from the workspace’s address, not its display name.',
      field: 'workspace',
    },
    'bad-path': { next: 'Enter the slug from the workspace’s address.', field: 'workspace' },
    offline: { next: 'Connect to the network, then sign in. What you typed is kept.' },
    unreachable: {
      next: 'The network, a browser extension or the service’s settings for other origins (CORS) may block it. Try again, or ask who runs this console.',
    },
    timeout: { next: 'Try again in a moment.' },
    'too-many-requests': { next: `Wait ${wait}, then sign in again.` },
    'service-failure': {
      next: 'Nothing is wrong with your token as far as we know. Try again in a moment.',
    },
    'not-the-service': elsewhere,
    unreadable: elsewhere,
  };
}

function secondsOf(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds >= 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
