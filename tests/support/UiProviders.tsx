import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { Toasts } from '../../src/ui/toasts.tsx';

/** Provides what components of `src/ui` need. */
export function UiProviders({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter>
      {children}
      <Toasts />
    </MemoryRouter>
  );
}
