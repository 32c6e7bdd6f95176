import { Component, type ReactNode } from 'react';

type Props = {
  /** What stands in place of what broke. Without it, a page of few words: nothing else may be left to draw with. */
  show?: (error: Error) => ReactNode;
  /** Another place is another try. */
  place?: string | null;
  children: ReactNode;
};

type State = { error: Error | null; place: string | null | undefined };

/** The last resort: what broke says so and can be reported; the session is kept. React offers this as a class only. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
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
          Reload to go on. If a deletion was under way, Compute says afterwards what is known of it.
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
