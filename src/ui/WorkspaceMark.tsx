import { hueOf } from './hueOf.ts';

type Props = { slug: string; size?: 'normal' | 'large' };

/** A workspace's initial on its own stable colour, so that two workspaces are never mistaken at a glance. */
export function WorkspaceMark({ slug, size = 'normal' }: Props) {
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-md border font-semibold uppercase ${sizes[size]} ${hues[hueOf(slug) - 1]}`}
    >
      {[...slug][0] ?? '?'}
    </span>
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
