import type { ReactNode } from 'react';
import { PageCoveredContext } from '../../src/ui/context.ts';
import { ResultsProvider } from '../../src/ui/results.tsx';
import { defaultPreferences, PreferencesContext } from '../../src/ui/usePreferences.ts';

/** Provides the contexts that components of `src/ui` need. */
export function UiProviders({ children }: { children: ReactNode }) {
  return (
    <PreferencesContext value={{ preferences: defaultPreferences, change: () => undefined }}>
      <PageCoveredContext value={false}>
        <ResultsProvider>{children}</ResultsProvider>
      </PageCoveredContext>
    </PreferencesContext>
  );
}
