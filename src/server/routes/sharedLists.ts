import { Hono } from 'hono';
import { instanceKey } from '../../rules/deletion.ts';
import { buildServicePath, findPathValueProblem } from '../../rules/pathValues.ts';
import { addedInstancesRequestSchema, databaseNamesSchema } from '../../rules/requests.ts';
import { redactTokens } from '../../rules/text.ts';
import type { ApiEnv } from '../context.ts';
import type { Database } from '../database/database.ts';
import { parseRequestBody, RefusalError } from '../refusal.ts';
import type { Settings } from '../settings.ts';

const maxInstances = 100_000;
const maxNames = 500;
/** So many lists are requested before the page asks for them. */
const maxFirstLists = 8;

export type DatabaseNamesStore = ReturnType<typeof createDatabaseNamesStore>;

/** The databases whose instances are listed: what the admins of a workspace chose, or else what the operator configured. */
export function createDatabaseNamesStore({ db }: Database, settings: Settings) {
  const { serviceId, instancesPath, databases: configuredNames } = settings;

  async function read(workspace: string): Promise<readonly string[]> {
    const rows = db.selectFrom('databases').select('names');
    const row = await rows.where((each) => each.and({ serviceId, workspace })).executeTakeFirst();
    const names: unknown = row === undefined ? configuredNames : JSON.parse(row.names);
    return Array.isArray(names) ? names.map(String) : configuredNames;
  }

  return {
    read,
    async save(workspace: string, names: readonly string[]): Promise<void> {
      const values = { names: JSON.stringify(names) };
      const insertion = db.insertInto('databases').values({ serviceId, workspace, ...values });
      await insertion
        .onConflict((conflict) => conflict.columns(['serviceId', 'workspace']).doUpdateSet(values))
        .execute();
    },
    /** The paths of the first lists at the service. Throws PathValueError. */
    async listPaths(workspace: string): Promise<string[]> {
      if (instancesPath === null) return [];
      const names = instancesPath.includes('{databaseName}') ? await read(workspace) : [''];
      return names
        .slice(0, maxFirstLists)
        .map((databaseName) => buildServicePath(instancesPath, { workspaceSlug: workspace, databaseName }));
    },
  };
}

export function createSharedListRoutes(
  { db, now }: Database,
  serviceId: string,
  databaseNames: DatabaseNamesStore,
): Hono<ApiEnv> {
  async function list(workspace: string) {
    const rows = db.selectFrom('addedInstances').select(['databaseName', 'instanceId', 'name']);
    const ofWorkspace = rows.where((each) => each.and({ serviceId, workspace }));
    const ordered = ofWorkspace.orderBy('addedAt').orderBy('databaseName').orderBy('instanceId');
    return { instances: await ordered.execute() };
  }

  return new Hono<ApiEnv>()
    .get('/databases', async (context) =>
      context.json({ names: await databaseNames.read(context.get('access').workspace) }),
    )
    .put('/databases', async (context) => {
      const names = [...new Set((await parseRequestBody(context, databaseNamesSchema)).names)];
      const { workspace, token } = context.get('access');
      for (const name of names) checkValue('A database name', name, token);
      checkCount(names.length, maxNames, 'databases in its list');
      await databaseNames.save(workspace, names);
      return context.json({ names });
    })
    .get('/added-instances', async (context) => context.json(await list(context.get('access').workspace)))
    .post('/added-instances', async (context) => {
      const { workspace, actor, token } = context.get('access');
      const { instances } = await parseRequestBody(context, addedInstancesRequestSchema);
      for (const { databaseName, instanceId, name } of instances) {
        checkValue('A database name', databaseName, token);
        checkValue('An instance ID', instanceId, token);
        if (name !== null) checkValue('An instance name', name, token);
      }
      const known = (await list(workspace)).instances.length;
      checkCount(known + instances.length, maxInstances, 'added instances');
      const addedAt = now();
      // PostgreSQL refuses to update a row twice in one statement.
      const rows = new Map(
        instances.map((each) => [instanceKey(each), { serviceId, workspace, ...each, actor, addedAt }]),
      );
      if (rows.size > 0)
        await db
          .insertInto('addedInstances')
          .values([...rows.values()])
          .onConflict((conflict) =>
            conflict
              .columns(['serviceId', 'workspace', 'databaseName', 'instanceId'])
              .doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })),
          )
          .execute();
      return context.json(await list(workspace));
    })
    .post('/added-instances/remove', async (context) => {
      const { workspace } = context.get('access');
      const { instances } = await parseRequestBody(context, addedInstancesRequestSchema);
      await db.transaction().execute(async (trx) => {
        for (const { databaseName, instanceId } of instances)
          await trx
            .deleteFrom('addedInstances')
            .where((each) => each.and({ serviceId, workspace, databaseName, instanceId }))
            .execute();
      });
      return context.json(await list(workspace));
    });
}

function checkValue(label: string, value: string, token: string): void {
  const problem = findPathValueProblem(redactTokens(value, [token]));
  if (problem !== null) throw new RefusalError('path', `${label} ${problem}.`);
}

function checkCount(count: number, max: number, noun: string): void {
  if (count > max) throw new RefusalError('invalid', `A workspace can have at most ${max} ${noun}.`);
}
