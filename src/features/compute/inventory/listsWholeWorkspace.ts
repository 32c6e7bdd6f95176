/** Whether a listing's template asks for all databases at once, because it has no place for one. */
export function listsWholeWorkspace(instancesPath: string): boolean {
  return !instancesPath.includes('{databaseName}');
}
