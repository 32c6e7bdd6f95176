import { type ComponentType, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter } from 'react-router-dom';
import { useSessionForPath } from '../session/pageData.ts';
import { SignInWhenSignedOut } from '../session/SignInPage.tsx';
import { Button } from '../ui/Button.tsx';

/** A lazy one is rendered behind the form, so that it can be ready before a sign-in. */
type AppProps = { Console: ComponentType };

export function App({ Console }: AppProps) {
  return (
    // Transitions are off, because they can delay the next screen.
    <BrowserRouter useTransitions={false}>
      <SignInWhenSignedOut />
      <SignedInPart Console={Console} />
    </BrowserRouter>
  );
}

function SignedInPart({ Console }: AppProps) {
  const isSignedIn = useSessionForPath() !== null;
  const loading = <p className="p-8 text-muted">Loading the console…</p>;
  return (
    <ErrorBoundary fallbackRender={(crash) => isSignedIn && <CrashPage {...crash} />}>
      <Suspense fallback={isSignedIn && loading}>
        <Console />
      </Suspense>
    </ErrorBoundary>
  );
}

const codeLoadError = /dynamically imported module|importing a module script failed|unable to preload/i;

export function CrashPage({ error: thrown }: { error: unknown }) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const isMissing = codeLoadError.test(error.message);
  return (
    <div className="mx-auto grid max-w-160 gap-3 px-5 py-16">
      <h1 id="page-heading" tabIndex={-1} className="text-title font-semibold">
        {isMissing ? "Part of the console didn't load" : 'Something went wrong'}
      </h1>
      <div role="alert" className="grid gap-1">
        <p className="wrap-anywhere">
          {isMissing ? "There may be a new version, or you're offline. Reload the page." : error.message}
        </p>
        <p>If you have just deleted an instance, Activity shows what became of it.</p>
      </div>
      <Button variant="primary" className="justify-self-start" onClick={() => window.location.reload()}>
        Reload
      </Button>
      {/* The console itself puts no token into errors or URLs. */}
      <details>
        <summary>Details for a bug report</summary>
        <pre translate="no" className="mt-2 text-small wrap-anywhere whitespace-pre-wrap select-all">
          {`${window.location.href}\n${navigator.userAgent}\n${error.message}\n${error.stack ?? ''}`}
        </pre>
      </details>
    </div>
  );
}
