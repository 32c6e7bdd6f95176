/** Formats a count: "1,234,567". Doesn't use Intl.NumberFormat, because creating the first one is slow. */
export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a count with its noun: "1 record", "1,204 records". */
export function counted(count: number, noun: string): string {
  return `${groupedDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}
