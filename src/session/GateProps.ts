import type { ComponentType } from 'react';
import type { ConsoleConfig } from '../config.ts';
import type { SessionStore } from './createSessionStore.ts';
import type { OpenGate } from './openGate.ts';
import type { SessionState } from './SessionState.ts';

/** What is told to all that stands behind the gate. */
export type InsideProps = {
  config: ConsoleConfig;
  store: SessionStore;
  state: SessionState & { status: 'signed-in' };
  /** The workspace that the address names; null where it names none. */
  asked: string | null;
};

/** What the gate needs, and what it stands before. */
export type GateProps = {
  config: ConsoleConfig;
  gate: OpenGate;
  /** Stands from sign-in to sign-out; more code than the gate itself, so it may be lazy. */
  inside: ComponentType<InsideProps>;
};
