import { createHash } from 'node:crypto';
import { foldCase } from '../../rules/text.ts';

type Instance = { databaseName: string; instanceId: string };

/** For guards, which rather refuse too much: equal for spellings that differ in case or normalization. */
export function guardKey(workspace: string, { databaseName, instanceId }: Instance): string {
  return hash([workspace, databaseName, instanceId].map(foldCase));
}

/** For what closes, hides or removes: equal only for the same spelling. */
export function exactKey({ databaseName, instanceId }: Instance): string {
  return hash([databaseName, instanceId]);
}

/** A hash, because an index of PostgreSQL can't hold long texts. */
export function hash(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
