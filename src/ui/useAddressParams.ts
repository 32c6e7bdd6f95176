import { useCallback, useLayoutEffect, useRef } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';

/**
 * The parameters of the address, and the way to change them, which stays the same function. A change starts from the
 * address as it is: what the router has drawn lags behind, and of two changes in a row the first would be lost.
 */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  const latest = useRef(setParams);
  useLayoutEffect(() => {
    latest.current = setParams;
  });
  const change = useCallback(
    (next: (present: URLSearchParams) => URLSearchParams, options: NavigateOptions) =>
      latest.current(next(new URLSearchParams(window.location.search)), options),
    [],
  );
  return [params, change] as const;
}
