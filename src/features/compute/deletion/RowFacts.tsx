import type { ReactNode } from 'react';
import { DateText } from '../../../ui/DateText.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import { SafeName } from '../names/SafeName.tsx';

type Props = { row: InstanceRow; workspaceSlug: string };

/** What tells an instance apart from every other, before it is deleted. */
export function RowFacts({ row, workspaceSlug }: Props) {
  const { record } = row;
  const slug = record?.workspace?.slug ?? null;
  return (
    <>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md bg-sunken px-4 py-3">
        <Fact name="Instance">{row.name?.trim() ? <SafeName name={row.name} whole /> : 'no name'}</Fact>
        <Fact name="ID" mono>
          {row.id}
        </Fact>
        <Fact name="Database">{row.databaseName}</Fact>
        <Fact name="Workspace">{workspaceSlug}</Fact>
        <Fact name="API host" mono spare>
          {record?.apiHost ?? 'not provided'}
        </Fact>
        <Fact name="Database host" mono spare>
          {record?.dbHost ?? 'not provided'}
        </Fact>
        <Fact name="Created">
          <DateText iso={record?.created ?? null} />
        </Fact>
      </dl>
      {slug !== null && slug !== workspaceSlug && (
        <div className="mt-3">
          <Notice tone="danger" title="The record says that it belongs to another workspace.">
            <p>
              It was listed in <bdi>{workspaceSlug}</bdi> and names <bdi>{slug}</bdi>. Find out why before you
              delete it.
            </p>
          </Notice>
        </div>
      )}
    </>
  );
}

type FactProps = {
  name: string;
  mono?: boolean;
  /** Left out on a phone, where the field that confirms has to be in sight. */
  spare?: boolean;
  children: ReactNode;
};

function Fact({ name, mono = false, spare = false, children }: FactProps) {
  const hidden = spare ? 'max-sm:hidden' : '';
  return (
    <>
      <dt className={`text-muted ${hidden}`}>{name}</dt>
      <dd className={`min-w-0 wrap-anywhere ${mono ? 'font-mono text-small leading-5' : ''} ${hidden}`}>
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}
