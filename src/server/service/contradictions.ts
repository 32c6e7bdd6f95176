import { isJsonObject } from '../../rules/body.ts';
import { quoteValue, toShortLine } from '../../rules/text.ts';

/** The first field of a 2xx that speaks of anything but success, as `“state”: “FAILED”`, or null. */
export function findContradiction(
  body: Readonly<Record<string, unknown>>,
  isAccepted: boolean,
): string | null {
  for (const [name, value] of Object.entries(body)) {
    // The word "default" contains "fault".
    const key = fold(name).replaceAll('default', '');
    if (contradicts(key, value, isAccepted)) return `${quoteValue(toShortLine(name, 60))}: ${excerpt(value)}`;
    if (!nestedKey.test(key)) continue;
    for (const nested of toList(value).filter(isJsonObject)) {
      const contradiction = findContradiction(nested, isAccepted);
      if (contradiction !== null) return contradiction;
    }
  }
  return null;
}

/** The key is in lower case, without `_` and `-`. */
function contradicts(key: string, value: unknown, isAccepted: boolean): boolean {
  const word = toWord(value);
  if (failureKey.test(key) && !['', 'false', '0'].includes(word)) return true;
  if (successKeys.has(key.replace(/^is/, '')) && ['false', '0', 'no'].includes(word)) return true;
  const isObstacle = obstacleKey.test(key) || (!isAccepted && key.includes('pending'));
  if (isObstacle && ['true', 'yes', 'on', 'enabled'].includes(word)) return true;
  if (stateKeys.has(key)) return toList(value).some((state) => !isSuccessState(state, isAccepted));
  return otherStateKey.test(key) && toList(value).some(isFailureState);
}

const failureKey = /error|exception|fail|reject|refus|denied|forbid|problem|fault|warning|message|^detail$/;
const successStates = new Set(
  (
    'deleting deleted deleterequested deletionrequested terminating terminated removing removed queued ' +
    'accepted ok success succeeded done completed'
  ).split(' '),
);
/** Zero deleted rows is no success either. */
const successKeys = new Set([
  ...successStates,
  ...'successful acknowledged deletedcount affected affectedrows rowsaffected'.split(' '),
]);
const obstacleKey =
  /dryrun|simulat|approval|protect|preventde|lock|would|^(?:is)?(?:noop|skipped|ignored|cancell?ed|aborted|conflict)$/;
const stateKeys = new Set('status statuscode state code errorcode result phase'.split(' '));
/** Such as `provisioningState`, which may be about something else, so only a failure counts there. */
const otherStateKey =
  /(?:status|state|phase|result|outcome|operation|deletion)(?:code|reason|description|details?|text)?$/;
/** The values of these may be objects with a state of their own. */
const nestedKey = /(?:status|result|operation|deletion)$/;
/** The instance status values (`service.md` §2), which only count as they are written there. */
const instanceStatuses = new Set('PENDING REQUESTED BUILT READY'.split(' '));

/** An unknown word isn't a success. */
function isSuccessState(state: unknown, isAccepted: boolean): boolean {
  if (typeof state === 'number') return state >= 0 && state < 400;
  if (typeof state !== 'string') return state !== false;
  const text = state.trim();
  if (/^\d*$/.test(text)) return Number(text) < 400;
  const word = fold(text);
  return instanceStatuses.has(text) || successStates.has(word) || (isAccepted && word === 'pending');
}

/** "Cancelled" counts at the start only, because a sentence may be about a cancelled subscription. */
function isFailureState(state: unknown): boolean {
  if (typeof state === 'number') return state >= 400 && state <= 599;
  return (
    typeof state === 'string' &&
    /fail|error|reject|refus|denied|forbid|^(?:was)?(?:abort|cancel)/.test(fold(state))
  );
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Some services write booleans as text. Empty for what says nothing. */
function toWord(value: unknown): string {
  if (typeof value !== 'object')
    return String(value ?? '')
      .trim()
      .toLowerCase();
  return Object.keys(value ?? {}).length === 0 ? '' : 'object';
}

function excerpt(value: unknown): string {
  return typeof value === 'string'
    ? quoteValue(toShortLine(value, 200))
    : toShortLine(JSON.stringify(value), 100);
}
