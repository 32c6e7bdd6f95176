/** The key of a row: database and id as one text that no other pair gives. */
export function instanceKey(databaseName: string, id: string): string {
  return JSON.stringify([databaseName, id]);
}
