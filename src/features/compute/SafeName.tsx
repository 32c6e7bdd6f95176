import { lazy, Suspense } from 'react';

const MarkedName = lazy(async () => ({ default: (await import('./MarkedName.tsx')).MarkedName }));

/** Printable ASCII with single spaces inside: nothing in it can be unseen, turned round or taken for another letter. */
const plain = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/** Whether a name can be shown as it is. */
export function isPlainName(name: string): boolean {
  return plain.test(name);
}

type Props = {
  name: string;
  /** Every character has to be seen, over as many lines as that takes: where it is about to be confirmed. */
  whole?: boolean;
};

/** A name isolated from the text around it; one that could mislead is looked at closely and marked. */
export function SafeName({ name, whole = false }: Props) {
  if (isPlainName(name)) return <bdi>{name}</bdi>;
  return (
    <Suspense fallback={<bdi>{name}</bdi>}>
      <MarkedName name={name} whole={whole} />
    </Suspense>
  );
}
