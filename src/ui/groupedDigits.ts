/** A count as a person reads it: "1,234,567". By hand: the first Intl.NumberFormat of a page is slow to make. */
export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
