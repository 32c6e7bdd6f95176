import type { ImportCandidate, ImportSource } from './ImportSource.ts';

/** The records in a JSON text: one record, a list, `{instances: […]}`, or one record a line (NDJSON). Never throws. */
export function readJsonImport(text: string): ImportSource {
  const whole = parse(text);
  if (whole.problem === null) {
    const records = recordsIn(whole.value);
    return {
      problem: null,
      counted: 'record',
      candidates: records.map((record, at) => read(record, at + 1)),
    };
  }
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (lines.length === 1 || !isObject(parse(first).value))
    return { problem: `This is not valid JSON: ${whole.problem}` };
  const candidates: ImportCandidate[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const one = parse(line);
    const reason = `This line is not valid JSON: ${one.problem}`;
    candidates.push(
      one.problem === null ? read(one.value, at + 1) : { line: at + 1, kind: 'unreadable', reason },
    );
  }
  return { problem: null, counted: 'line', candidates };
}

function parse(text: string): { value: unknown; problem: string | null } {
  try {
    const value: unknown = JSON.parse(text);
    return { value, problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message.slice(0, 200) : 'it can’t be read';
    return { value: undefined, problem };
  }
}

function recordsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isObject(value) && Array.isArray(value.instances)) return value.instances;
  return [value];
}

function read(record: unknown, line: number): ImportCandidate {
  if (!isObject(record)) return { line, kind: 'unreadable', reason: 'This is not an instance record.' };
  const nested = isObject(record.database) ? record.database : {};
  // In the variant whose records have an instanceId, what stands under `database` is the database, and named so.
  const databaseName =
    record.databaseName ?? (isObject(record.database) ? nestedName(record, nested) : record.database);
  const workspace = record.workspace ?? nested.workspace;
  return {
    line,
    kind: 'read',
    databaseName,
    id: 'instanceId' in record ? record.instanceId : record.id,
    name: 'instanceName' in record ? record.instanceName : 'instanceId' in record ? null : record.name,
    deleted: record.deleted ?? nested.deleted,
    workspaceSlug: isObject(workspace) ? workspace.slug : undefined,
  };
}

function nestedName(record: Record<string, unknown>, nested: Record<string, unknown>): unknown {
  return nested.databaseName ?? ('instanceId' in record ? nested.name : undefined);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
