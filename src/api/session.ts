import * as v from 'valibot';
import { type PageData, pageDataSchema } from '../config.ts';
import { callApi, noResult } from './http.ts';

const signInResultSchema = v.object({ workspace: v.string(), sessionId: v.string(), actor: v.string() });

export type SignInResult = v.InferOutput<typeof signInResultSchema>;

/** Our server asks the service for 30 s at most. */
const signInMs = 40_000;

export function signIn(
  body: { workspace: string; token: string },
  signal: AbortSignal,
): Promise<SignInResult> {
  const request = { method: 'POST', path: '/session', body, timeoutMs: signInMs, signal } as const;
  return callApi(signInResultSchema, request);
}

/** Ends all sessions of this browser. */
export function signOut(): Promise<void> {
  return callApi(noResult, { method: 'DELETE', path: '/session' });
}

/** Keeps all sessions of this browser. */
export function reportActivity(sessionId: string): Promise<void> {
  return callApi(noResult, { method: 'POST', path: '/session/activity', body: {}, sessionId });
}

export function fetchPageData(): Promise<PageData> {
  return callApi(pageDataSchema, { path: '/session' });
}
