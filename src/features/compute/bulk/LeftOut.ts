/** A selected row that can't be deleted now, and why. */
export type LeftOut = { key: string; label: string; reason: string };
