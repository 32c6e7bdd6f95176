type WorkspaceMarkProps = { slug: string; size?: 'normal' | 'large' };

/**
 * A workspace's initial on its own stable colour, so that two workspaces are never mistaken at a glance. It is drawn, not
 * written: a text would belong to the name of the button that it stands in.
 */
export function WorkspaceMark({ slug, size = 'normal' }: WorkspaceMarkProps) {
  return (
    <span
      aria-hidden="true"
      data-initial={[...slug][0] ?? '?'}
      className={`grid shrink-0 before:content-[attr(data-initial)] place-items-center rounded-md border font-semibold uppercase ${sizes[size]} ${hues[hueOf(slug) - 1]}`}
    />
  );
}

const sizes = { normal: 'size-7 text-body', large: 'size-10 text-lead' } as const;

const hues = [
  'border-hue-1 text-hue-1',
  'border-hue-2 text-hue-2',
  'border-hue-3 text-hue-3',
  'border-hue-4 text-hue-4',
  'border-hue-5 text-hue-5',
  'border-hue-6 text-hue-6',
  'border-hue-7 text-hue-7',
  'border-hue-8 text-hue-8',
];

/** The hue, 1 to 8, that a text always has: the same on every screen and in every browser. */
export function hueOf(text: string): number {
  let hash = 5;
  for (const character of text) hash = (hash * 33 + (character.codePointAt(0) ?? 0)) >>> 0;
  return (hash % 8) + 1;
}

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
