import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toasts.tsx';

type Props = {
  resetKey?: string;
  children: ReactNode;
};

export function CrashBoundary({ resetKey = '', children }: Props) {
  return (
    <ErrorBoundary
      resetKeys={[resetKey]}
      fallbackRender={({ error }) => (
        <CrashPage error={error instanceof Error ? error : new Error(String(error))} />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

/** For what isn't a screen, such as a dialog. It is left out until it has loaded and if it fails, and the screen stays. */
export function OptionalBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={null}
      onError={() => toast({ tone: 'danger', text: "Part of the console didn't load. Reload the page." })}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function CrashPage({ error }: { error: Error }) {
  const isMissing = isCodeLoadError(error);
  return (
    <div className="mx-auto grid max-w-160 gap-3 px-5 py-16">
      <h1 id="page-heading" tabIndex={-1} className="text-title font-semibold">
        {isMissing ? "Part of the console didn't load" : 'Something went wrong'}
      </h1>
      <div role="alert" className="grid gap-1">
        <p className="wrap-anywhere">
          {isMissing
            ? "A new version is probably available, or you're offline. Reload the page to get it."
            : error.message}
        </p>
        <p>If you have just deleted an instance, its result is in Activity.</p>
      </div>
      <Button variant="primary" className="justify-self-start" onClick={() => window.location.reload()}>
        Reload
      </Button>
      <details>
        <summary>Details for a bug report</summary>
        <pre translate="no" className="mt-2 text-small wrap-anywhere whitespace-pre-wrap select-all">
          {formatCrashReport(error)}
        </pre>
      </details>
    </div>
  );
}

/** Errors and URLs of the console never contain a token. */
function formatCrashReport(error: Error): string {
  return [
    `${error.name}: ${error.message}`,
    `At ${new Date().toISOString()} on ${window.location.href}`,
    navigator.userAgent,
    error.stack ?? '',
  ].join('\n');
}

export function isCodeLoadError(error: Error): boolean {
  return /dynamically imported module|importing a module script failed|unable to preload/i.test(
    error.message,
  );
}
