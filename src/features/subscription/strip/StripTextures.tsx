import { levelTexture } from '../labels/levelTexture.ts';

/** The textures of levels, and the hatching of gaps, to be used as `url(#ID-3)` and `url(#ID-gap)`. */
export function StripTextures({ id }: { id: string }) {
  return (
    <defs>
      {textures.map((texture) => (
        <pattern key={texture} id={`${id}-${texture}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <path d={levelTexture(texture)} className="level-texture" />
        </pattern>
      ))}
      <pattern id={`${id}-gap`} width="8" height="8" patternUnits="userSpaceOnUse">
        <path d={levelTexture(1)} fill="none" className="stroke-notice-line" strokeWidth="1" />
      </pattern>
    </defs>
  );
}

const textures = [1, 2, 3, 4, 5, 6, 7];
