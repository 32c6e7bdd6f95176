/** How serious a message is. */
export type Tone = 'danger' | 'notice' | 'info';

/** Border and background of a message. */
export const toneSurface: Record<Tone, string> = {
  danger: 'border-danger-line bg-danger-soft',
  notice: 'border-notice-line bg-notice-soft',
  info: 'border-line bg-surface',
};

/** Text color of a message. */
export const toneInk: Record<Tone, string> = {
  danger: 'text-danger',
  notice: 'text-notice',
  info: 'text-muted',
};
