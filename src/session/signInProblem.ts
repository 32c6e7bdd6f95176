import type { ServiceError } from '../api/ServiceError.ts';

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
