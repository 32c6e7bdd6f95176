import * as v from 'valibot';
import { line, policySchema, positiveIntegerSchema } from './rules/policy.ts';

const idleMessage = 'must be a whole number from 1 to 480, or never';

/** Rules of the settings that a page gets, as the environment variables of our server set them. */
export const publicFieldSchemas = {
  idleMinutes: v.union([v.literal('never'), positiveIntegerSchema(480, idleMessage)], idleMessage),
  environment: line(24, 'must be 1 to 24 characters on one line'),
  environmentColor: v.picklist(
    ['gray', 'blue', 'green', 'amber', 'red'],
    'must be gray, blue, green, amber or red',
  ),
  notice: line(300, 'must be 1 to 300 characters on one line'),
};

const publicConfigSchema = v.object({
  idleMinutes: publicFieldSchemas.idleMinutes,
  environment: v.nullable(publicFieldSchemas.environment),
  environmentColor: publicFieldSchemas.environmentColor,
  notice: v.nullable(publicFieldSchemas.notice),
  sandbox: v.nullable(v.object({ workspaceSlug: v.string(), token: v.string() })),
});

export type PublicConfig = v.InferOutput<typeof publicConfigSchema>;

export const recoverySchema = line(200, 'must be 1 to 200 characters on one line');

const privateConfigSchema = v.object({
  policy: policySchema,
  /** What can be done after a delete, such as "Within 7 days, Support can restore it". Null: nothing. */
  recovery: v.nullable(recoverySchema),
  /** Path template of the list of instances, or null if the service can't list instances. */
  instancesPath: v.nullable(v.string()),
});

export type PrivateConfig = v.InferOutput<typeof privateConfigSchema>;

export type ConsoleConfig = PublicConfig & PrivateConfig;

const pageSessionSchema = v.object({
  /** Public ID, which everything but a GET must name. It gives no access by itself. */
  sessionId: v.string(),
  workspace: v.string(),
  actor: v.string(),
});

export type PageSession = v.InferOutput<typeof pageSessionSchema>;

/** The JSON that our server writes into the page, and `GET /api/session`. Without a session, `private` is null. */
export const pageDataSchema = v.object({
  public: publicConfigSchema,
  private: v.nullable(privateConfigSchema),
  /** One per workspace that this browser is signed in to, the last active first. */
  sessions: v.array(pageSessionSchema),
});

export type PageData = v.InferOutput<typeof pageDataSchema>;
