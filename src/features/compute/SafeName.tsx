import { lazyCode, useLazyCode } from '../../ui/lazyCode.ts';

const markedName = lazyCode(async () => (await import('./MarkedName.tsx')).MarkedName);

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
  return isPlainName(name) ? <bdi>{name}</bdi> : <LookedAtName name={name} whole={whole} />;
}

function LookedAtName({ name, whole }: Required<Props>) {
  const { code: MarkedName, error } = useLazyCode(markedName);
  // Unmarked it could be taken for another name, so the boundary says what is missing.
  if (error !== null) throw error;
  return MarkedName === null ? <bdi>{name}</bdi> : <MarkedName name={name} whole={whole} />;
}
