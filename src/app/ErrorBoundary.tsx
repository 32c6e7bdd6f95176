import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Notice } from '../ui/notices.tsx';

type CrashBoundaryProps = {
  /** What stands in place of what broke. Without it, a page of few words: nothing else may be left to draw with. */
  show?: (error: Error) => ReactNode;
  /** Another place is another try. */
  place?: string | null;
  children: ReactNode;
};

type State = { error: Error | null; place: string | null | undefined };

/** The last resort: what broke says so and can be reported; the session is kept. React offers this as a class only. */
export class CrashBoundary extends Component<CrashBoundaryProps, State> {
  override state: State = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ place }: CrashBoundaryProps, state: State): State | null {
    return place === state.place ? null : { error: null, place };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (this.props.show !== undefined) return this.props.show(error);
    return (
      <main className="mx-auto grid max-w-2xl gap-4 px-5 py-16">
        <title>Something broke · Workspace Console</title>
        <h1 className="text-title font-semibold">The console broke</h1>
        <p role="alert">
          Reload to continue. If a deletion was under way, Compute then says what is known about it.
        </p>
        <p>
          <a href={window.location.href} className="text-accent underline">
            Reload
          </a>
        </p>
        <pre className="select-all wrap-anywhere whitespace-pre-wrap">{`${error.message}\n${error.stack ?? ''}`}</pre>
      </main>
    );
  }
}

type CrashNoticeProps = { error: Error; heading?: 'h1' | 'h2' };

/** What broke, what can be done, and details to send to whoever runs the console. It never reloads by itself. */
export function CrashNotice({ error, heading: Heading = 'h1' }: CrashNoticeProps) {
  const isMissing = isMissingCode(error);
  return (
    <div className="grid max-w-2xl gap-4">
      <Heading tabIndex={-1} className="text-title font-semibold">
        {isMissing ? 'A part of the console did not load' : 'This screen broke'}
      </Heading>
      <Notice
        tone="danger"
        title={
          isMissing
            ? 'A new version of the console has probably been released since you opened it.'
            : 'The console failed to draw this screen.'
        }
        actions={
          <>
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
            <CopyButton text={detailsOf(error)} label="Copy details" variant="button" />
          </>
        }
      >
        <p>
          {isMissing
            ? 'Reload to use the new version. If the network is down, wait until it is back.'
            : error.message}
        </p>
        <p>
          If a deletion is under way, let it end before you reload. Otherwise Compute will say afterwards what
          is known about it.
        </p>
      </Notice>
    </div>
  );
}

/** No token is ever part of an error or an address. */
function detailsOf(error: Error): string {
  return [
    `${error.name}: ${error.message}`,
    `At ${new Date().toISOString()} on ${window.location.href}`,
    navigator.userAgent,
    error.stack ?? '',
  ].join('\n');
}

/** Whether an error is a piece of the console's own code that did not come: a new release has replaced it, or the network failed. */
export function isMissingCode(error: Error): boolean {
  return /dynamically imported module|importing a module script failed|unable to preload/i.test(
    error.message,
  );
}
