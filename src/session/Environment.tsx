import { SafeName } from '../ui/SafeName.tsx';
import { useConfig, useSession } from './pageData.ts';

export function EnvironmentName() {
  const { environment, environmentColor } = useConfig();
  if (environment === null) return null;
  return (
    <span
      data-env={environmentColor}
      className="inline-flex min-w-0 items-center gap-1.5 text-small text-(--env-text)"
    >
      <i className="size-1.5 shrink-0 rounded-full bg-(--env-line) forced-color-adjust-none" />
      <SafeName name={environment} />
    </span>
  );
}

export function EnvironmentStripe() {
  const { environment, environmentColor } = useConfig();
  if (environment === null) return null;
  return (
    <div
      data-env={environmentColor}
      className="fixed inset-x-0 top-0 z-30 h-0.75 bg-(--env-line) forced-color-adjust-none print:hidden"
    />
  );
}

/** CSS inserts the initial, so that it isn't part of copied or searched text. */
export function WorkspaceAvatar({ slug, isSmall = false }: { slug: string; isSmall?: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-initial={[...slug][0] ?? '?'}
      data-color={1}
      className={`grid shrink-0 place-items-center avatar font-semibold text-(--fill) uppercase ${isSmall ? 'size-5.5 rounded-chip text-[0.6875rem]' : 'size-7.5 rounded-control text-control'}`}
    />
  );
}

export function WorkspaceLine() {
  const { workspace } = useSession();
  return (
    <p className="mb-2.5 flex min-w-0 items-center gap-2 text-control">
      <WorkspaceAvatar slug={workspace} isSmall />
      <span className="text-muted">Workspace</span>
      <strong className="min-w-0 font-semibold">
        <SafeName isCut name={workspace} />
      </strong>
      <EnvironmentName />
    </p>
  );
}
