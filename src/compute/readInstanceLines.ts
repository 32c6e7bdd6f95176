import { findTextHazard } from '../format/text.ts';
import { instanceKey } from '../rules/deletion.ts';
import { findPathValueProblem } from '../rules/pathValues.ts';
import { type AddedInstance, maxBodyBytes } from '../rules/requests.ts';

type LineProblem = { lineNumber: number; text: string; reason: string };

type InstanceLines = { instances: readonly AddedInstance[]; problems: readonly LineProblem[] };

/** An instance per line: database, ID, name. The name may be missing, and may have commas. */
export function readInstanceLines(text: string, isListed: (key: string) => boolean): InstanceLines {
  const instances = new Map<string, AddedInstance>();
  const problems: LineProblem[] = [];
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') continue;
    const [databaseName = '', instanceId = '', ...rest] = line.split(/[,\t]/).map((cell) => cell.trim());
    const instance = { databaseName, instanceId, name: rest.join(', ') || null };
    const key = instanceKey(instance);
    const reason = findProblem(instance, isListed(key), instances.has(key));
    if (reason === null) instances.set(key, instance);
    else problems.push({ lineNumber: index + 1, text: line.trim(), reason });
  }
  return { instances: [...instances.values()], problems };
}

function findProblem(
  { databaseName, instanceId }: AddedInstance,
  isListed: boolean,
  isRepeated: boolean,
): string | null {
  if (isListed) return 'It is already listed.';
  if (isRepeated) return 'Same as an earlier line.';
  const databaseProblem = findPathValueProblem(databaseName);
  if (databaseProblem !== null) return `The database name ${databaseProblem}.`;
  const idProblem = findPathValueProblem(instanceId);
  if (idProblem !== null) return `The ID ${idProblem}.`;
  // In one of many lines, nobody would notice either.
  if (/["'“”„‘«]/.test(databaseName + instanceId)) return 'Remove the quotation marks.';
  return findTextHazard(databaseName) ?? findTextHazard(instanceId);
}

/** How many of them, from the first on, our server accepts in one request. */
export function countFitting(instances: readonly AddedInstance[]): number {
  const encoder = new TextEncoder();
  let bytes = encoder.encode(JSON.stringify({ instances: [] })).length;
  for (const [index, instance] of instances.entries()) {
    bytes += encoder.encode(JSON.stringify(instance)).length + 1;
    if (bytes > maxBodyBytes) return index;
  }
  return instances.length;
}
