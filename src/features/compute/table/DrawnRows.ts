import type { ReactNode, RefObject } from 'react';
import type { RowRange } from './grownRange.ts';

/** Which rows of a list are drawn, and the way to bring another one into sight. */
export type DrawnRows = {
  /** Indices of the rows to draw, ascending. */
  drawn: readonly number[];
  scrollTo: (index: number) => void;
};

/** What a long list is scrolled to. */
export type ScrolledRows = Pick<DrawnRows, 'scrollTo'> & { range: RowRange };

/** What decides it. */
export type RowWindowProps = {
  count: number;
  /** px, the same for every row. */
  rowHeight: number;
  container: RefObject<HTMLElement | null>;
  /** Index of a row that stays drawn because it has the focus; -1 for none. */
  pinned: number;
  children: (rows: DrawnRows) => ReactNode;
};
