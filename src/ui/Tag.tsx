import { type Tone, toneInk, toneSurface } from './notices.tsx';

export type TagProps = { text: string; title?: string | undefined; tone?: Tone | undefined };

/** A few words in a frame. Long ones break into two lines, unless the text around them doesn't wrap. */
export function Tag({ text, title = text, tone }: TagProps) {
  const color =
    tone === undefined ? 'border-line-strong text-muted' : `${toneSurface[tone]} ${toneInk[tone]}`;
  return (
    <span
      title={title}
      className={`line-clamp-2 w-fit max-w-full shrink-0 rounded-sm border px-1 text-small leading-3.5 ${color}`}
    >
      {text}
    </span>
  );
}
