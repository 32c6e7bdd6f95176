type Watched = {
  /** The admin did something. */
  onLife: () => void;
  /** The page may have slept; the clock has to be asked. */
  onWake: () => void;
  /** The page is out of sight, or in sight again. */
  onSight: () => void;
  /** The page goes away, perhaps to come back from memory. */
  onHide: () => void;
};

const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Tells what happens to the page as a whole. @returns a function that ends it */
export function watchPage({ onLife, onWake, onSight, onHide }: Watched): () => void {
  const end = new AbortController();
  const { signal } = end;
  for (const name of signsOfLife)
    window.addEventListener(name, onLife, { signal, capture: true, passive: true });
  for (const name of ['focus', 'pageshow'] as const) window.addEventListener(name, onWake, { signal });
  document.addEventListener('visibilitychange', onSight, { signal });
  window.addEventListener('pagehide', onHide, { signal });
  return () => end.abort();
}
