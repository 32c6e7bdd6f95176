import type { ReactNode } from 'react';

/** The page around the form: beside it, where there is room, what the console does and how it treats a token. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <title>Sign in · Workspace Console</title>
      <main className="mx-auto flex w-full max-w-100 flex-col gap-5 px-5 py-10">
        <header>
          <p className="mb-12 flex items-center gap-2.5 font-semibold lg:mb-24">
            <svg viewBox="0 0 32 32" aria-hidden="true" className="size-7 text-accent-fill">
              <rect width="32" height="32" rx="7" fill="currentColor" />
              <path d={bars} stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
            </svg>
            Workspace Console
          </p>
          <h1 tabIndex={-1} className="text-title font-semibold outline-none">
            Sign in
          </h1>
        </header>
        {children}
      </main>
      <aside
        aria-label="About this console"
        className="flex flex-col justify-center border-l border-line bg-surface px-16 py-10 max-lg:hidden"
      >
        <dl className="grid max-w-sm gap-6">
          {points.map(([title, text]) => (
            <div key={title} className="border-l-2 border-accent-fill pl-4">
              <dt className="text-lead font-semibold">{title}</dt>
              <dd className="mt-1 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </aside>
    </div>
  );
}

const bars = 'M8 11.5h16M8 16h16M8 20.5h9M22.5 20.5h.01';

const points = [
  ['Delete compute instances', 'It asks first, sends once, and says only what is known of the outcome.'],
  ['Review the subscription', 'Every level with its dates, the gaps and the overlaps, ready for finance.'],
  ['Look up regions', 'Grouped by provider. Copy them or export a file.'],
  ['Your token', 'It stays in your tabs and goes to the service alone.'],
] as const;
