import { ServiceError } from '../api/errors.ts';
import { reportActivity } from '../api/session.ts';
import { configStore, coverPage, refreshConfig, sessionStore } from './config.ts';

/** `scroll` doesn't bubble, so it is observed in the capture phase. */
const activityEvents = ['pointerdown', 'keydown', 'scroll'] as const;
const maxReportMs = 60_000;

/** Tells our server that somebody uses the page, because no GET counts as activity. Reads what a different tab may have changed. */
export function followPage(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function noteActivity() {
    const { session, problem } = sessionStore.getState();
    if (session === null || problem !== null || Date.now() - reportedAt < getReportMs()) return;
    reportedAt = Date.now();
    reportActivity(session.sessionId).catch((error) => {
      if (error instanceof ServiceError && error.asksToSignIn) coverPage(error);
    });
  }
  for (const name of activityEvents)
    window.addEventListener(name, noteActivity, { signal, capture: true, passive: true });
  document.addEventListener(
    'visibilitychange',
    () => void (document.visibilityState === 'visible' && refreshConfig()),
    { signal },
  );
  return () => controller.abort();
}

/** Often enough that a report is never later than a quarter of the idle limit. */
function getReportMs(): number {
  const { idleMinutes } = configStore.getState();
  return idleMinutes === 'never' ? maxReportMs : Math.min(maxReportMs, (idleMinutes * 60_000) / 4);
}
