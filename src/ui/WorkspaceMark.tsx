import { chooseHue, getHueClass } from './hues.ts';

/**
 * The initial of a workspace in the color of the workspace. CSS inserts the initial, so that it isn't part of copied text
 * and the browser's search doesn't find it.
 */
export function WorkspaceMark({ slug }: { slug: string }) {
  return (
    <span
      aria-hidden="true"
      data-initial={[...slug][0] ?? '?'}
      className={`grid size-7 shrink-0 place-items-center rounded-md border border-current font-semibold uppercase before:content-[attr(data-initial)] ${getHueClass(chooseHue(slug))}`}
    />
  );
}

/** The workspace of a dialog, above its title. */
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
