/** The lines of a texture as an SVG path in a tile of 8 × 8 that can be repeated; the first texture is plain. */
export function levelTexture(texture: number): string {
  return tiles[texture % tiles.length] ?? '';
}

const rising = 'M-2 2L2-2M0 8L8 0M6 10L10 6';
const falling = 'M-2 6L2 10M0 0L8 8M6-2L10 2';
const level = 'M0 2H8M0 6H8';
const upright = 'M2 0V8M6 0V8';
const tiles = [
  '',
  rising,
  falling,
  level,
  upright,
  'M2 2h.01M6 6h.01M2 6h.01M6 2h.01',
  rising + falling,
  'M0 4H8M4 0V8',
];
