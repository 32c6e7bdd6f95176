import { Download } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { Dropdown } from '../../ui/Dropdown.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import type { RegionGroup } from './groupRegions.ts';

type Props = {
  search: string;
  onSearch: (text: string) => void;
  /** What is shown is what is saved. */
  groups: readonly RegionGroup[];
  workspaceSlug: string;
};

/** Finds a region, and takes the list along as a file. */
export function RegionsToolbar({ search, onSearch, groups, workspaceSlug }: Props) {
  async function save(format: 'json' | 'csv') {
    const { exportRegions } = await import('./exportRegions.ts');
    const name = `regions-${workspaceSlug.replace(/[^\w.-]+/g, '-')}.${format}`;
    saveFile(name, format === 'csv' ? 'text/csv' : 'application/json', [exportRegions[format](groups)]);
  }
  return (
    <div className="flex items-center justify-between gap-2">
      <SearchField label="Search regions" placeholder="Region, provider" text={search} onType={onSearch} />
      <Dropdown
        label={
          <>
            <Download size={16} aria-hidden="true" className="text-muted" />
            Export
          </>
        }
      >
        <div className="grid">
          <Button look="quiet" onClick={() => void save('json')}>
            Save as JSON
          </Button>
          <Button look="quiet" onClick={() => void save('csv')}>
            Save as CSV
          </Button>
        </div>
      </Dropdown>
    </div>
  );
}
