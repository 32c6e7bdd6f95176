export type GateRefusal = 'framed' | 'insecure';

type Page = { top: unknown; self: unknown; isSecureContext?: boolean };

/** Why no token may be typed into this page, whatever its address; null where nothing speaks against it. */
export function gateRefusal({ top, self, isSecureContext }: Page): GateRefusal | null {
  if (top !== self) return 'framed';
  return isSecureContext === false ? 'insecure' : null;
}
