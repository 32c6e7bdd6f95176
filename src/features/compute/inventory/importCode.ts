import { lazyPart } from '../../../ui/lazyPart.tsx';

/** The code that reads a pasted text or a file, fetched when that way of adding is pointed at. */
export const importCode = lazyPart(async () => (await import('./ImportPanel.tsx')).ImportPanel);
