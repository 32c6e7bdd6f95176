import { boxClasses, type Tone, textClasses } from './notices.tsx';

export type TagProps = { text: string; title?: string | undefined; tone?: Tone | undefined };

/** A short text in a frame. A long text is cut off after two lines. */
export function Tag({ text, title = text, tone }: TagProps) {
  const color =
    tone === undefined ? 'border-line-strong text-muted' : `${boxClasses[tone]} ${textClasses[tone]}`;
  return (
    <span
      title={title}
      className={`line-clamp-2 w-fit max-w-full shrink-0 rounded-sm border px-1 text-small leading-3.5 ${color}`}
    >
      {text}
    </span>
  );
}
