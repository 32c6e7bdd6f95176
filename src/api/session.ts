import * as v from 'valibot';
import { type PageData, pageDataSchema } from '../config.ts';
import { callApi, noResult } from './http.ts';

const signInResultSchema = v.object({ workspace: v.string(), sessionId: v.string(), actor: v.string() });

export type SignInResult = v.InferOutput<typeof signInResultSchema>;

type Credentials = {
  workspace: string;
  /** Without a token, our server tries the tokens of the session. */
  token?: string;
  /** With the session's ID, the workspace is added to it. Otherwise a new session replaces it. */
  sessionId: string | null;
};

/** Our server asks the service, so this can take as long as a slow service. */
export function signIn({ sessionId, ...body }: Credentials, signal?: AbortSignal): Promise<SignInResult> {
  return callApi(signInResultSchema, {
    method: 'POST',
    path: '/session',
    body,
    sessionId,
    timeoutMs: 100_000,
    ...(signal && { signal }),
  });
}

export function signOut(sessionId: string): Promise<void> {
  return callApi(noResult, { method: 'DELETE', path: '/session', sessionId });
}

export function reportActivity(sessionId: string): Promise<void> {
  return callApi(noResult, { method: 'POST', path: '/session/activity', body: {}, sessionId });
}

export function readPageData(): Promise<PageData> {
  return callApi(pageDataSchema, { path: '/session' });
}
