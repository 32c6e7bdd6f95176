import { levelInk } from './levelInk.ts';
import type { LevelLook } from './levelLooks.ts';
import { levelTexture } from './levelTexture.ts';

/** A small square in the look of a level: its hue with its texture. */
export function LevelSwatch({ look, className = '' }: { look: LevelLook | undefined; className?: string }) {
  const { hue, texture } = look ?? { hue: 0, texture: 0 };
  return (
    <svg
      viewBox="0 0 8 8"
      aria-hidden="true"
      className={`${levelInk(hue)} size-3.5 shrink-0 rounded-sm ${className}`}
    >
      <rect width="8" height="8" fill="currentColor" />
      <path d={levelTexture(texture)} className="level-texture" />
    </svg>
  );
}
