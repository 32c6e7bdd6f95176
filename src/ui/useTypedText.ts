import { useEffect, useEffectEvent, useState } from 'react';

/** Browsers refuse an address that changes with every key, so it is written once typing rests. */
const restMs = 300;

/**
 * Text that somebody types and the address keeps. It runs ahead of the address; an address that changed by other means,
 * such as Back or a link, takes over. What was written comes back a little later, and must not undo what was typed since.
 */
export function useTypedText(address: string, write: (text: string) => void) {
  const [state, setState] = useState<{ typed: string; seen: string; written: string | null }>({
    typed: address,
    seen: address,
    written: null,
  });
  if (state.seen !== address) {
    const typed = address === state.written ? state.typed : address;
    setState({ typed, seen: address, written: null });
  }
  const { typed, seen, written } = state;
  const isKept = typed === seen || typed === written;

  const keep = useEffectEvent((text: string) => {
    setState((latest) => ({ ...latest, written: text }));
    write(text);
  });
  useEffect(() => {
    // On another screen the address is no longer this field's to change: the timer goes with the field.
    const timer = isKept ? undefined : setTimeout(keep, restMs, typed);
    return () => clearTimeout(timer);
  }, [typed, isKept]);

  return [typed, (text: string) => setState((latest) => ({ ...latest, typed: text }))] as const;
}
