// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useModalSuspension } from '../../src/ui/context.ts';
import { useResults } from '../../src/ui/results.tsx';
import { usePreferences, useZone } from '../../src/ui/usePreferences.ts';
import { UiProviders } from '../support/UiProviders.tsx';

it.each<[string, () => unknown]>([
  ['useModalSuspension', useModalSuspension],
  ['usePreferences', usePreferences],
  ['useResults', useResults],
  ['useZone', useZone],
])('%s throws without its provider', (_, useContextValue) => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => consoleError.mockRestore());
  expect(() => renderHook(useContextValue)).toThrow('above it');
  expect(() => renderHook(useContextValue, { wrapper: UiProviders })).not.toThrow();
});
