import { TriangleAlert } from 'lucide-react';
import { type SubmitEvent, useDeferredValue, useMemo, useState } from 'react';
import { useConfig, useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { toSafeText } from '../ui/confusables.ts';
import { Dropdown } from '../ui/Dropdown.tsx';
import { Field } from '../ui/fields.tsx';
import { useResults } from '../ui/results.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { findPathProblem } from './instanceRow.ts';
import { getInventory } from './inventory.ts';
import { hasWorkspaceListing } from './listings.ts';
import { getServiceData } from './serviceData.ts';
import { useTableView } from './tableView.ts';
import { type DatabaseQuery, useComputeInstances } from './useInstances.ts';

/** The menu that filters the list by database. If no database is ticked, the list shows all databases. */
export function DatabasesMenu() {
  const [{ databases }] = useTableView();
  const [firstName] = databases;
  return (
    <Dropdown
      label={
        <>
          <FailedListMark />
          <span className="max-w-44 truncate">
            Databases
            {firstName !== undefined &&
              (databases.length === 1 ? `: ${toSafeText(firstName)}` : ` (${databases.length})`)}
          </span>
        </>
      }
    >
      <DatabaseChoices />
    </Dropdown>
  );
}

/** The icon that says that a database failed to load. The icon stays after the notice about the failure is dismissed. */
export function FailedListMark() {
  const { listQueries } = useComputeInstances();
  const hasFailed = listQueries.some(
    ({ databaseName, query }) => databaseName !== null && query.error !== null,
  );
  return (
    hasFailed && <TriangleAlert size={14} role="img" aria-label="Couldn’t load all" className="text-notice" />
  );
}

export function DatabaseChoices() {
  const { rows, listQueries, databases: listedDatabases } = useComputeInstances();
  const hasDatabaseLists = useHasDatabaseLists();
  const stopShowing = useStopShowingDatabases();
  const [{ databases: tickedNames }, changeView] = useTableView();
  const deferredRows = useDeferredValue(rows);
  const namesInRows = useMemo(
    () => [...new Set(deferredRows.map((row) => row.databaseName))].sort(),
    [deferredRows],
  );
  const names = new Set(
    [...(hasDatabaseLists ? listedDatabases : []), ...namesInRows, ...tickedNames].filter(Boolean),
  );

  return (
    <>
      <fieldset className="grid max-h-[50dvh] overflow-y-auto">
        <legend className="sr-only">Databases shown</legend>
        {[...names].map((name) => (
          <div
            key={name}
            className="flex min-h-8 items-center gap-1 rounded-sm pr-1 hover:bg-hover touch:min-h-11"
          >
            <label className="flex min-w-0 flex-1 items-center gap-2 px-2 py-1">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                checked={tickedNames.includes(name)}
                onChange={() => changeView({ databases: toggleValue(tickedNames, name) })}
              />
              <span className="max-w-56 truncate">
                <SafeName name={name} />
              </span>
              <DatabaseState query={listQueries.find(({ databaseName }) => databaseName === name)?.query} />
            </label>
            {hasDatabaseLists && listedDatabases.includes(name) && (
              <Button
                size="small"
                variant="quiet"
                aria-label={`Stop showing ${name}`}
                onClick={() => stopShowing([name])}
              >
                Stop showing
              </Button>
            )}
          </div>
        ))}
      </fieldset>
      {hasDatabaseLists && <AddDatabaseForm />}
    </>
  );
}

/** Returns the list without the value, or with the value if the list doesn't contain it yet. */
export function toggleValue<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

function DatabaseState({ query }: { query: DatabaseQuery['query'] | undefined }) {
  if (query?.error) return <span className="text-small text-notice">Couldn’t load</span>;
  return query?.isPending && <span className="text-small text-muted">Loading…</span>;
}

function AddDatabaseForm() {
  const { databases: listedDatabases, inventory } = useComputeInstances();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const nameProblem = findPathProblem('database name', name);
    setProblem(nameProblem);
    if (nameProblem !== null) return;
    if (!listedDatabases.includes(name)) inventory.setDatabases([...listedDatabases, name]);
    setName('');
  }

  return (
    <form onSubmit={add} className="mt-1.5 border-t border-line px-2 pt-2.5 pb-1">
      <Field
        label="Add a database"
        value={name}
        onChange={(event) => setName(event.target.value)}
        problem={problem}
        trailing={
          <Button type="submit" variant="quiet">
            Add
          </Button>
        }
        className="max-w-72"
      />
    </form>
  );
}

const stopShowingResultId = 'stopped-showing';

/** Returns a function that removes databases from the list in this browser and offers Undo. */
export function useStopShowingDatabases() {
  const { databases: listedDatabases, inventory } = useComputeInstances();
  const store = getInventory(getServiceData(useConfig()), useSession().workspaceSlug);
  const [{ databases: tickedNames }, changeView] = useTableView();
  const { show, dismiss } = useResults();
  return (names: readonly string[]) => {
    const removeNames = (all: readonly string[]) => all.filter((name) => !names.includes(name));
    inventory.setDatabases(removeNames(listedDatabases));
    changeView({ databases: removeNames(tickedNames) });
    function undo() {
      const currentDatabases = store.getState().databases ?? [];
      const restoredDatabases = listedDatabases.filter(
        (name) => names.includes(name) || currentDatabases.includes(name),
      );
      // Keep the databases that were added in any tab since the removal.
      inventory.setDatabases([...new Set([...restoredDatabases, ...currentDatabases])]);
      dismiss(stopShowingResultId);
    }
    show({
      id: stopShowingResultId,
      content: `Stopped showing ${names.map(toSafeText).join(', ')}. Nothing was deleted.`,
      actions: (
        <Button variant="quiet" size="small" onClick={undo}>
          Undo
        </Button>
      ),
      isTemporary: true,
    });
  };
}

/** Returns true if the service has one list per database. The admin then chooses the databases to show. */
export function useHasDatabaseLists(): boolean {
  const { instancesPath } = useConfig();
  return instancesPath !== null && !hasWorkspaceListing(instancesPath);
}
