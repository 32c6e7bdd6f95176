type Name = keyof typeof glyphs;

/** The few icons of the gate, drawn by hand: the icon library's own machinery costs more than all of them. */
export function Glyph({ name, className = '' }: { name: Name; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={glyphs[name]} />
    </svg>
  );
}

const circle = 'M22 12a10 10 0 1 1-20 0a10 10 0 1 1 20 0';
const eye =
  'M2.1 12.3a1 1 0 0 1 0-.6 10.8 10.8 0 0 1 19.8 0 1 1 0 0 1 0 .6 10.8 10.8 0 0 1-19.8 0M15 12a3 3 0 1 1-6 0a3 3 0 1 1 6 0';

const glyphs = {
  eye,
  'eye-off': `${eye}M3 21L21 3`,
  danger: `${circle}M12 7v6M12 16.5h.01`,
  notice: 'm21.7 18-8-14a2 2 0 0 0-3.4 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.7-3M12 9v4M12 17h.01',
  info: `${circle}M12 16.5v-5M12 8h.01`,
} as const;
