import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../api/errors.ts';
import { readPageData } from '../api/session.ts';
import type { ConsoleConfig, PageData, PageSession, PublicConfig } from '../config.ts';
import { noPolicy } from '../rules/policy.ts';

export const unknownConfig: PublicConfig = {
  idleMinutes: 'never',
  environment: null,
  environmentColor: 'gray',
  notice: null,
  sandbox: null,
};

/** Without a session nothing may be deleted, and nothing asks for a list. */
const signedOut = { policy: { ...noPolicy, readOnly: { reason: '' } }, instancesPath: null };

export const configStore = createStore<ConsoleConfig>(() => ({ ...unknownConfig, ...signedOut }));

export function useConfig(): ConsoleConfig {
  return useStore(configStore);
}

export type SessionState = {
  /** Null before the first sign-in, and after a sign-out. */
  session: PageSession | null;
  /** With a session: why the sign-in form covers the page. Without one: why the sign-out failed. */
  problem: ApiError | null;
};

/** What the page knows about its session. The server has the session itself, and no script can read the token. */
export const sessionStore = createStore<SessionState>(() => ({ session: null, problem: null }));

/** Why this browser can't delete safely, or null. It has the effect of a read-only policy. */
let refusal: string | null = null;

export function forbidDeletes(reason: string): void {
  refusal = reason;
  configStore.setState(({ policy }) => ({ policy: { ...policy, readOnly: { reason } } }));
}

/** Also called at the start, with the data in the page. */
export function setPageData(data: PageData): PageData {
  const { policy, ...rest } = data.private ?? signedOut;
  const readOnly = refusal === null ? policy.readOnly : { reason: refusal };
  configStore.setState({ ...data.public, ...rest, policy: { ...policy, readOnly } }, true);
  setSessionState({ session: data.session, problem: null });
  return data;
}

export function setSessionState(state: SessionState): void {
  sessionStore.setState(state, true);
}

/** The form covers the page until the next sign-in. What was typed behind it stays for the same actor. */
export function coverWithSignIn(problem: ApiError): void {
  const { session, problem: earlier } = sessionStore.getState();
  if (session !== null && earlier === null) setSessionState({ session, problem });
}

/** The operator may have changed the policy, and a different tab may have signed in or out. */
export async function refreshPageData(): Promise<void> {
  const before = sessionStore.getState();
  try {
    const data = await readPageData();
    const { session, problem } = sessionStore.getState();
    // A sign-in or a sign-out was faster, or the token that the form asks for is still missing.
    if (session !== before.session || (problem !== null && !hasAll(data.session, session))) return;
    setPageData(data);
  } catch (error) {
    // Every other failure is reported by the next request that needs an answer.
    if (error instanceof ApiError && error.asksToSignIn) coverWithSignIn(error);
  }
}

export function findActor(session: PageSession | null, workspace: string): string | null {
  return session?.workspaces.find(({ slug }) => slug === workspace)?.actor ?? null;
}

function hasAll(session: PageSession | null, before: PageSession | null): boolean {
  return before?.workspaces.every(({ slug }) => findActor(session, slug) !== null) === true;
}

export function formatTabTitle(parts: readonly string[], environment: string | null): string {
  return [...parts, environment ?? 'Workspace Console'].join(' · ');
}
