import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Notice } from '../ui/notices.tsx';

type CrashBoundaryProps = {
  renderError?: (error: Error) => ReactNode;
  /** A change of this value clears the error, for example after navigation. */
  resetKey?: string | null;
  children: ReactNode;
};

/** Shows an error that its children throw, so that the admin can report it. The session continues. */
export function CrashBoundary({
  renderError = renderCrashPage,
  resetKey = null,
  children,
}: CrashBoundaryProps) {
  return (
    <ErrorBoundary resetKeys={[resetKey]} fallbackRender={({ error }) => renderError(toError(error))}>
      {children}
    </ErrorBoundary>
  );
}

/** Renders the crash page without shared components, because a shared component may have crashed. */
function renderCrashPage(error: Error) {
  return (
    <main className="mx-auto grid max-w-2xl gap-4 px-5 py-16">
      <title>Something went wrong · Workspace Console</title>
      <h1 className="text-title font-semibold">Something went wrong</h1>
      <p role="alert">Reload the page. If a deletion was running, see its result on the Compute page.</p>
      <p>
        <a href={window.location.href} className="text-accent underline">
          Reload
        </a>
      </p>
      <pre className="select-all wrap-anywhere whitespace-pre-wrap">{`${error.message}\n${error.stack ?? ''}`}</pre>
    </main>
  );
}

type CrashNoticeProps = { error: Error; place?: 'page' | 'dialog' };

export function CrashNotice({ error, place = 'page' }: CrashNoticeProps) {
  const Heading = place === 'page' ? 'h1' : 'h2';
  const isMissing = isMissingCode(error);
  return (
    <div className="grid max-w-2xl gap-4">
      <Heading tabIndex={-1} className="text-title font-semibold">
        {isMissing ? 'Part of the console didn’t load' : `This ${place} crashed`}
      </Heading>
      <Notice
        tone="danger"
        title={isMissing ? 'A new version is probably available.' : 'Something went wrong.'}
        actions={
          <>
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
            <CopyButton text={formatCrashReport(error)} label="Copy details" variant="button" />
          </>
        }
      >
        <p>{isMissing ? 'Reload to use it. If you’re offline, reconnect first.' : error.message}</p>
        <p>If a deletion is running, wait for it to finish before you reload.</p>
      </Notice>
    </div>
  );
}

/** Returns the details for a bug report. Errors and URLs of the console never contain a token. */
function formatCrashReport(error: Error): string {
  return [
    `${error.name}: ${error.message}`,
    `At ${new Date().toISOString()} on ${window.location.href}`,
    navigator.userAgent,
    error.stack ?? '',
  ].join('\n');
}

/** Returns true if code failed to load, for example because a new release has replaced it. */
export function isMissingCode(error: Error): boolean {
  return /dynamically imported module|importing a module script failed|unable to preload/i.test(
    error.message,
  );
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
