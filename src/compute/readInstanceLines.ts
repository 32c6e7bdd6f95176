import Papa from 'papaparse';
import type { AddedInstance } from '../api/addedInstances.ts';
import { findTextHazard } from '../format/text.ts';
import { instanceKey } from '../rules/deletion.ts';
import { findPathValueProblem } from '../rules/pathValues.ts';

export type InstanceLines = {
  instances: readonly AddedInstance[];
  problems: readonly { lineNumber: number; text: string; reason: string }[];
};

/** An instance per line: database, ID, name, or in the order of a header. With tabs or commas, and quotes as in CSV. The name may be missing. */
export function readInstanceLines(text: string, isListed: (key: string) => boolean): InstanceLines {
  const instances = new Map<string, AddedInstance>();
  const problems: InstanceLines['problems'][number][] = [];
  let columns = ['database', 'id', 'name'];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const { data, errors } = Papa.parse<string[]>(line, { delimiter: line.includes('\t') ? '\t' : ',' });
    const cells = (data[0] ?? []).map((cell) => cell.trim());
    const isFirst = instances.size + problems.length === 0;
    const header = cells.map((cell) => cell.toLowerCase().replace(/^instance /, ''));
    if (isFirst && header.toSorted().join() === 'database,id,name') {
      columns = header;
      continue;
    }
    const cellOf = (column: string) => cells[columns.indexOf(column)] ?? '';
    const [databaseName, instanceId, name] = [cellOf('database'), cellOf('id'), cellOf('name')];
    const key = instanceKey({ databaseName, instanceId });
    const reason =
      errors.length > 0 || cells.length < 2 || cells.length > 3
        ? 'Expected database, ID and name.'
        : instances.has(key)
          ? 'Same as an earlier line.'
          : (findInstanceProblem({ databaseName, instanceId }, isListed) ??
            findDoubt(databaseName, instanceId));
    if (reason === null) instances.set(key, { databaseName, instanceId, name: name || null });
    else problems.push({ lineNumber: index + 1, text: line.trim(), reason });
  }
  return { instances: [...instances.values()], problems };
}

export function findInstanceProblem(
  { databaseName, instanceId }: Pick<AddedInstance, 'databaseName' | 'instanceId'>,
  isListed: (key: string) => boolean,
): string | null {
  const databaseProblem = findPathValueProblem(databaseName);
  if (databaseProblem !== null) return `The database name ${databaseProblem}.`;
  const idProblem = findPathValueProblem(instanceId);
  if (idProblem !== null) return `The instance ID ${idProblem}.`;
  return isListed(instanceKey({ databaseName, instanceId })) ? 'This instance is already listed.' : null;
}

/** In one of many lines, nobody would notice. Who means it uses the single fields. */
function findDoubt(databaseName: string, instanceId: string): string | null {
  if (isChangedBySpreadsheet(instanceId)) return 'The ID may have been changed by a spreadsheet.';
  // After a comma and a space, a quotation mark is part of the value.
  if (/^["'“„‘«]/.test(instanceId)) return 'The ID begins with a quotation mark.';
  return findTextHazard(instanceId) ?? findTextHazard(databaseName);
}

/** As spreadsheets in several languages abbreviate them. A whole word, such as marketing-01, is no month. */
const monthName =
  '(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|janv|févr|mars|avr|juin|juil|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott)';
const spreadsheetValues = [
  /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i,
  // A date, such as 05. Jan, 5-Jan, Jan-05, 5/1/2026 or 2026-01-05.
  new RegExp(`^\\d{1,2}[. /-]+${monthName}\\.?(?:[. /-]+\\d{2,4})?$`, 'i'),
  new RegExp(`^${monthName}[. /-]+\\d{1,4}$`, 'i'),
  /^\d{1,2}[./]\d{1,2}[./](?:\d{2}|\d{4})$/,
  /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?: \d\d:\d\d(?::\d\d)?)?$/,
  /^#(?:name\?|value!|ref!|div\/0!|null!|num!|n\/a|wert!|bezug!|#+)$/i,
  // A boolean, a percentage, or a number whose digits after the fifteenth became zeros.
  /^(?:true|false|wahr|falsch)$/i,
  /^\d+(?:[.,]\d+)?\s?%$/,
  /^[1-9]\d{14,}0{3,}$/,
  /^'[=+\-@]/,
];

export function isChangedBySpreadsheet(text: string): boolean {
  return text.length < 40 && spreadsheetValues.some((pattern) => pattern.test(text));
}
