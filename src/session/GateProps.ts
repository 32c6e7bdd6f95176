import type { ComponentType, ReactNode } from 'react';
import type { ConsoleConfig } from '../config.ts';

/** What the gate needs, and what it stands before. */
export type GateProps = {
  config: ConsoleConfig;
  /** Stays mounted from sign-in to sign-out, whatever workspace is opened and while the gate covers the page. */
  around: ComponentType<{
    serviceUrl: string;
    isSignedIn: () => boolean;
    /** Told when something begins to be deleted, and when nothing is any more: no session ends by the clock then. */
    onDeleting: (isDeleting: boolean) => void;
    children: ReactNode;
  }>;
  /** Fetches the code of what is behind the gate. */
  prepare: () => void;
  children: ReactNode;
};
