import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Field } from '../../../ui/Field.tsx';
import { nameNearMiss } from '../names/nameNearMiss.ts';

type Props = { name: string; typed: string; onType: (typed: string) => void; readOnly: boolean };

/** The field in which a name is typed before what it names is deleted. A near miss is explained, never accepted. */
export function ConfirmField({ name, typed, onType, readOnly }: Props) {
  return (
    <Field
      label={
        <>
          Type <code className="rounded-sm bg-sunken px-1 py-0.5 wrap-anywhere select-all">{name}</code> to
          confirm
        </>
      }
      hint={nameNearMiss(typed, name)}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      readOnly={readOnly}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={<CopyButton text={name} label="Copy name" />}
    />
  );
}
