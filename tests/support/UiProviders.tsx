import type { ReactNode } from 'react';
import { ModalSuspension } from '../../src/ui/context.ts';
import { ResultsProvider } from '../../src/ui/results.tsx';
import { defaultPreferences, PreferencesContext } from '../../src/ui/usePreferences.ts';

/** Provides the contexts that components of `src/ui` need. */
export function UiProviders({ children }: { children: ReactNode }) {
  return (
    <PreferencesContext value={{ preferences: defaultPreferences, change: () => undefined }}>
      <ModalSuspension value={false}>
        <ResultsProvider>{children}</ResultsProvider>
      </ModalSuspension>
    </PreferencesContext>
  );
}
