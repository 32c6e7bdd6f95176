import { lazy, useState } from 'react';
import { Gate } from './Gate.tsx';
import type { GateProps } from './GateProps.ts';
import { gateRefusal } from './gateRefusal.ts';

const GateRefused = lazy(async () => ({ default: (await import('./GateRefused.tsx')).GateRefused }));

/** The gate, where a token may be typed at all: not inside another page, and not where it would travel in the clear. */
export function SessionGate(props: GateProps) {
  const [refusal] = useState(() => gateRefusal(window));
  return refusal === null ? <Gate {...props} /> : <GateRefused refusal={refusal} />;
}
