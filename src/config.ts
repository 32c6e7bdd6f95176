import * as v from 'valibot';
import { policySchema } from './rules/policy.ts';

export const environmentColors = ['gray', 'blue', 'green', 'amber', 'red'] as const;

const publicConfigSchema = v.object({
  idleMinutes: v.union([v.literal('never'), v.number()]),
  environment: v.nullable(v.string()),
  environmentColor: v.picklist(environmentColors),
  notice: v.nullable(v.string()),
  sandbox: v.nullable(v.object({ workspaceSlug: v.string(), token: v.string() })),
});

export type PublicConfig = v.InferOutput<typeof publicConfigSchema>;

const privateConfigSchema = v.object({
  policy: policySchema,
  /** Such as "Within 7 days, Support can restore it". Null if none is set. */
  recovery: v.nullable(v.string()),
  /** A path template. Null without a list. */
  instancesPath: v.nullable(v.string()),
});

export type SignedInConfig = v.InferOutput<typeof privateConfigSchema>;

export type ConsoleConfig = PublicConfig & SignedInConfig;

const pageSessionSchema = v.object({
  /** Sent with each change in a workspace. Alone, it gives no access. */
  sessionId: v.string(),
  workspace: v.string(),
  actor: v.string(),
});

export type PageSession = v.InferOutput<typeof pageSessionSchema>;

/** In the HTML page, and in `GET /api/session`. Without a session, `private` is null. */
export const pageDataSchema = v.object({
  public: publicConfigSchema,
  private: v.nullable(privateConfigSchema),
  /** This person's in this browser, the last active first. */
  sessions: v.array(pageSessionSchema),
});

export type PageData = v.InferOutput<typeof pageDataSchema>;
