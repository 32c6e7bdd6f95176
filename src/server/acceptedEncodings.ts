export type Encoding = 'br' | 'gzip';

/** The encodings of the build that an Accept-Encoding header allows, smallest answer first. */
export function acceptedEncodings(header: string | string[] | undefined): readonly Encoding[] {
  const text = String(header ?? '');
  if (text === 'gzip, deflate, br, zstd' || text === 'gzip, deflate, br') return both;
  const items = text.split(',').map((item) => item.replaceAll(/\s/g, '').toLowerCase().split(';'));
  return both.filter((encoding) =>
    items.some(([name, ...parameters]) => name === encoding && !parameters.some((text) => zero.test(text))),
  );
}

const both: readonly Encoding[] = ['br', 'gzip'];
const zero = /^q=0(?:\.0*)?$/;
