import { useNow } from '../../../ui/useNow.ts';

const silentMs = 5000;

/** How long an answer has been awaited, once that is worth a word. */
export function ElapsedText({ since }: { since: number }) {
  const waited = useNow() - since;
  if (waited < silentMs) return null;
  return (
    <p className="mr-auto text-muted">
      Waiting for the service for {Math.floor(waited / 1000)} s. It has 60 s to answer.
    </p>
  );
}
