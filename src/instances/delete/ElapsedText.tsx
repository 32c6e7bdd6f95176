import { useState } from 'react';
import { useNow } from '../../format/time.ts';

const elapsedFromMs = 5_000;

export function ElapsedText() {
  const [startedAt] = useState(() => performance.now());
  useNow();
  const waitedMs = performance.now() - startedAt;
  const elapsed = waitedMs < elapsedFromMs ? '' : ` ${Math.floor(waitedMs / 1000)} s (ends after 60 s)`;
  return <span>{`Waiting for a response…${elapsed}`}</span>;
}
