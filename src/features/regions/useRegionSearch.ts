import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The search over regions. It lives in the address, so that it can be sent to a colleague and survives a reload;
 * while somebody types it runs ahead of the address.
 */
export function useRegionSearch() {
  const [params, setParams] = useSearchParams();
  const address = params.get('q') ?? '';
  const [ahead, setAhead] = useState({ typed: address, address });
  // Back, or a link, changed the address: the list follows.
  if (ahead.address !== address) setAhead({ typed: address, address });

  return {
    address,
    search: ahead.typed,
    type: (typed: string) => setAhead({ typed, address }),
    rest(typed: string) {
      setParams((present) => withSearch(present, typed), { replace: true });
    },
  };
}

export type RegionSearch = ReturnType<typeof useRegionSearch>;

function withSearch(present: URLSearchParams, search: string): URLSearchParams {
  const next = new URLSearchParams(present);
  if (search === '') next.delete('q');
  else next.set('q', search);
  return next;
}
