import { useCallback, useEffect, useState } from 'react';

type Code = Awaited<ReturnType<typeof fetchCode>>;

/** All that asking for a deletion and telling its outcome takes: once it has been confirmed, the line may drop. */
async function fetchCode() {
  const [{ ComputeDialogs }, { OutcomeAlerts }] = await Promise.all([
    import('./ComputeDialogs.tsx'),
    import('./deletion/DeletionAlerts.tsx'),
  ]);
  return { ComputeDialogs, OutcomeAlerts };
}

/**
 * The dialogs and panels of Compute, fetched once the page has painted; `fetchAgain` asks for them anew where they did
 * not come. React's own `lazy` would hold the first one opened back for 300 ms, and keep a failure for ever.
 */
export function useComputeDialogs() {
  const [code, setCode] = useState<Code | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const fetchAgain = useCallback(() => {
    setHasFailed(false);
    fetchCode().then(setCode, () => setHasFailed(true));
  }, []);
  useEffect(fetchAgain, [fetchAgain]);
  return { code, hasFailed, fetchAgain };
}
