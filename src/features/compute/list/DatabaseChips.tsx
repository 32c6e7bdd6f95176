import { Plus, TriangleAlert, X } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { pathValueProblem } from '../../../api/servicePath.ts';
import { Button } from '../../../ui/Button.tsx';
import { isPlainName, SafeName } from '../SafeName.tsx';
import { useLoadedInstances } from '../useInstances.ts';

/** The databases whose instances are listed, as chosen in this browser for this workspace. */
export function DatabaseChips() {
  const { reads, databases, inventory } = useLoadedInstances();
  const { setDatabases } = inventory;
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const failed = new Set(reads.flatMap(({ databaseName, read }) => (read.error ? [databaseName] : [])));
  const loading = new Set(reads.flatMap(({ databaseName, read }) => (read.isPending ? [databaseName] : [])));

  function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const nameProblem = pathValueProblem(name);
    if (nameProblem !== null) return setProblem(`The database name ${nameProblem}.`);
    if (!databases.includes(name)) setDatabases([...databases, name]);
    setName('');
    setProblem(null);
  }

  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="mr-1 text-small text-muted">Databases</span>
        {databases.map((database) => (
          <span
            key={database}
            className={`inline-flex max-w-60 items-center gap-1 rounded-full border bg-surface pl-3 text-small ${failed.has(database) ? 'border-notice-line' : 'border-line'}`}
          >
            {failed.has(database) && (
              <TriangleAlert
                size={13}
                role="img"
                aria-label="Couldn’t load"
                className="shrink-0 text-notice"
              />
            )}
            <bdi
              className={`truncate ${loading.has(database) ? 'text-muted' : ''}`}
              title={loading.has(database) ? `${database}: loading` : database}
            >
              {isPlainName(database) ? database : <SafeName name={database} />}
            </bdi>
            <button
              type="button"
              aria-label={`Stop showing ${database}`}
              onClick={() => setDatabases(databases.filter((other) => other !== database))}
              className="grid size-6 place-items-center rounded-full text-muted hover:text-text"
            >
              <X size={13} aria-hidden="true" />
            </button>
          </span>
        ))}
        <form onSubmit={add} className="inline-flex items-center gap-1">
          <input
            aria-label="Add a database"
            aria-invalid={problem !== null}
            value={name}
            onChange={(event) => setName(event.target.value)}
            placeholder="Add a database"
            autoComplete="off"
            spellCheck={false}
            className="h-7 w-36 rounded-full border border-line-control bg-surface px-3 text-small placeholder:text-muted"
          />
          {name !== '' && (
            <Button type="submit" size="small" variant="quiet" icon={<Plus size={14} aria-hidden="true" />}>
              Add
            </Button>
          )}
        </form>
      </div>
      {problem !== null && (
        <p role="alert" className="text-small text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
