/** The code that reads a pasted text or a file, fetched when that way of adding is pointed at. */
export const importCode = () => import('./ImportPanel.tsx');
