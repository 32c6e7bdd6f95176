/** "1,234,567". Doesn't use Intl.NumberFormat, because creating the first formatter is slow. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}
