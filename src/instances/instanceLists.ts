/** True if the service has one list for each database. The admins then choose the databases to list. */
export function hasListPerDatabase(instancesPath: string | null): boolean {
  return instancesPath?.includes('{databaseName}') ?? false;
}

/** The databases whose lists are requested. The only one is null if one list covers the whole workspace. */
export function getDatabasesToList(
  instancesPath: string | null,
  databases: readonly string[],
): readonly (string | null)[] {
  if (instancesPath === null) return [];
  return hasListPerDatabase(instancesPath) ? [...new Set(databases)] : [null];
}
