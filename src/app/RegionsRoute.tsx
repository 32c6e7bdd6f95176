import { summarizeRegions } from '../instances/table/summary.ts';
import { toComputeUrl } from '../instances/table/tableView.ts';
import { useInstances } from '../instances/useInstances.ts';
import { RegionsPage } from '../regions/RegionsPage.tsx';
import { useSession } from '../session/useSession.ts';

/** Gives the Regions page the number of instances per region, in the colors that they have on Compute. */
export function RegionsRoute({ title }: { title: string }) {
  const { workspace } = useSession();
  const { rows } = useInstances();
  return (
    <RegionsPage
      title={title}
      instances={summarizeRegions(rows)}
      linkToInstances={(region) => toComputeUrl(workspace, { region })}
    />
  );
}
