import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, maxRetryWaitMs } from '../api/http.ts';
import { coverIfSignInNeeded, refreshPageData, sessionStore } from '../session/pageData.ts';

const firstRetryDelayMs = 500;

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noteError }),
    mutationCache: new MutationCache({ onError: noteError }),
    defaultOptions: {
      queries: {
        // By default, an offline query would wait without an error.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        // A mount repeats no read that failed without data: the screen shows its error, with Try again.
        retryOnMount: false,
        retry: mayRetryRead,
        retryDelay: (attempt, error) =>
          (error instanceof ApiError ? error.retryAfterMs : null) ??
          firstRetryDelayMs * 2 ** attempt * (0.5 + Math.random()),
      },
      mutations: { networkMode: 'always' },
    },
  });
  sessionStore.subscribe(({ sessions, problem }, before) => {
    // On a covered page, no query polls, and nothing is retried.
    focusManager.setFocused(sessions.length > 0 && problem !== null ? false : undefined);
    if (sessions.length === 0) return client.clear();
    let isNew = before.problem !== null;
    for (const { workspace, actor, sessionId } of before.sessions) {
      const next = sessions.find((session) => session.workspace === workspace && session.actor === actor);
      // What one admin has read isn't shown to the next one.
      if (next === undefined) client.removeQueries({ queryKey: ['workspaces', workspace] });
      else if (next.sessionId !== sessionId) isNew = true;
    }
    if (problem !== null || !isNew) return;
    // Data may be old by now, and requests may have failed.
    client.removeQueries({ type: 'inactive' });
    // Requests of the earlier session may still be refused.
    void client.cancelQueries().then(() => client.invalidateQueries());
  });
  return client;
}

function mayRetryRead(failureCount: number, error: Error): boolean {
  if (failureCount >= 2 || !(error instanceof ApiError)) return false;
  return error.isTransient && (error.retryAfterMs ?? 0) <= maxRetryWaitMs;
}

function noteError(error: Error): void {
  coverIfSignInNeeded(error);
  // The operator may have changed the policy.
  if (error instanceof ApiError && error.status === 403) void refreshPageData();
}
