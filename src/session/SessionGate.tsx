import { lazy } from 'react';
import { Gate } from './Gate.tsx';
import type { GateProps } from './GateProps.ts';
import type { GateRefusal } from './gateRefusal.ts';

const GateRefused = lazy(async () => ({ default: (await import('./GateRefused.tsx')).GateRefused }));

type Props = Omit<GateProps, 'gate'> & { gate: GateProps['gate'] | GateRefusal };

/** The gate, where a token may be typed at all: not inside another page, and not where it would travel in the clear. */
export function SessionGate({ gate, ...props }: Props) {
  return typeof gate === 'string' ? <GateRefused refusal={gate} /> : <Gate {...props} gate={gate} />;
}
