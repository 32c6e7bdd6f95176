import { Notice } from '../ui/Notice.tsx';
import type { GateRefusal } from './gateRefusal.ts';

/** Stands where the gate would: here no token is asked for, and why. */
export function GateRefused({ refusal }: { refusal: GateRefusal }) {
  const { title, next } = words[refusal];
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[25rem] flex-col justify-center gap-5 px-5 py-10">
      <h1 className="text-title font-semibold">Workspace Console</h1>
      <Notice tone="danger" title={title}>
        <p>{next}</p>
      </Notice>
    </main>
  );
}

const words: Record<GateRefusal, { title: string; next: string }> = {
  framed: {
    title: 'This console does not open inside another page.',
    next: 'The page around it could watch or cover what you do. Open the console in a tab of its own.',
  },
  insecure: {
    title: 'This console does not open over plain http.',
    next: 'Anybody on the way could read your token. Open it over https, or as localhost on the machine that serves it.',
  },
};
