import { isJsonObject, type ResponseBody, readMessage } from '../../rules/body.ts';
import { quoteValue, toShortLine } from '../../rules/text.ts';

/** A response without the tokens. `statusText` is one line. */
export type JudgedResponse = { status: number; statusText: string; body: ResponseBody };

/** The service's own sentence as it is, else the status. */
export function describeRefusal({ status, statusText, body }: JudgedResponse): string {
  if (body.kind === 'html') return describeHtmlPage(status);
  return readMessage(body) ?? `HTTP ${status} ${statusText}`.trim();
}

export function describeFailedDelete({ status, body }: JudgedResponse): string {
  if ([301, 302, 303, 307, 308].includes(status))
    return "The service responded with a redirect, which the console doesn't follow.";
  if (status === 408) return 'The service timed out (HTTP 408).';
  // A gateway sends an HTML page, so don't say that the service returned an error.
  if (body.kind === 'html') return describeHtmlPage(status);
  if (status < 500) return describeUndecided(status);
  const message = readMessage(body);
  return `The service returned an error (HTTP ${status})${message === null ? '.' : `: ${message}`}`;
}

export function describeNotFound(response: JudgedResponse): string {
  const { status, body } = response;
  const message = readMessage(body);
  const problem =
    describeFormat(response) ??
    `The response (HTTP ${status}) may not be about the instance${message === null ? '.' : `: ${message}`}`;
  return `${problem}${/[.!?…]$/.test(problem) ? '' : '.'} It doesn't show whether the instance exists.`;
}

/** `contradiction` is a field and its value. */
export function describeContradiction({ status, body }: JudgedResponse, contradiction: string): string {
  const message = readMessage(body);
  const isQuoted = message === null || contradiction.startsWith('“message”');
  return `The response (HTTP ${status}) contains ${contradiction}.${isQuoted ? '' : ` It says: ${message}`}`;
}

export function describeMissingRecord(response: JudgedResponse): string {
  const { status, body } = response;
  const mayHaveRecord = [200, 201, 202, 203].includes(status);
  if (!mayHaveRecord && body.kind !== 'html') return describeUndecided(status);
  const formatProblem = describeFormat(response);
  if (formatProblem !== null) return formatProblem;
  if (body.kind !== 'json' || !isJsonObject(body.value))
    return `The response (HTTP ${status}) isn't a JSON object.`;
  const excerpt = quoteValue(toShortLine(JSON.stringify(body.value), 200));
  return `The response (HTTP ${status}) isn't an instance record: ${excerpt}.`;
}

/** Null for a body that is JSON and labelled as such. */
function describeFormat({ status, body }: JudgedResponse): string | null {
  if (body.kind === 'html') return describeHtmlPage(status);
  const problem = findFormatProblem(body);
  return problem && `The response (HTTP ${status}) ${problem}.`;
}

function findFormatProblem(body: Exclude<ResponseBody, { kind: 'html' }>): string | null {
  if (body.kind === 'empty') return 'is empty';
  if (body.kind === 'incomplete')
    return {
      'too-large': 'is too large to read',
      timeout: "didn't finish in time",
      'cut-off': 'was cut off',
    }[body.problem];
  if (body.label === 'none') return "isn't JSON";
  return body.kind === 'text' ? 'contains invalid JSON' : null;
}

function describeHtmlPage(status: number): string {
  return `An HTML page came back instead of a service response (HTTP ${status}).`;
}

function describeUndecided(status: number): string {
  return `The response (HTTP ${status}) doesn't say whether the deletion succeeded.`;
}
