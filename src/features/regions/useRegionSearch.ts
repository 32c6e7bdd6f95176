import { useAddressParams } from '../../ui/useAddressParams.ts';
import { useTypedText } from '../../ui/useTypedText.ts';

/** The search over regions. It lives in the address, so that it can be sent to a colleague and survives a reload. */
export function useRegionSearch() {
  const [params, changeParams] = useAddressParams();
  return useTypedText(params.get('q') ?? '', (text) =>
    changeParams((present) => withSearch(present, text), { replace: true }),
  );
}

function withSearch(present: URLSearchParams, search: string): URLSearchParams {
  const next = new URLSearchParams(present);
  if (search === '') next.delete('q');
  else next.set('q', search);
  return next;
}
