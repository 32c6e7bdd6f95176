import { WorkspaceMark } from './WorkspaceMark.tsx';

/** Which workspace something is about to happen to, above the title of a dialog that destroys. */
export function WorkspaceLine({ slug }: { slug: string }) {
  return (
    <p className="mb-4 flex items-center gap-2.5">
      <WorkspaceMark slug={slug} />
      <span className="min-w-0 truncate">
        Workspace <strong className="font-semibold">{slug}</strong>
      </span>
    </p>
  );
}
