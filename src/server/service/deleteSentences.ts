import { type ResponseBody, readErrorMessage } from '../../rules/body.ts';
import { quoteValue, toShortLine } from '../../rules/text.ts';

export type JudgedResponse = { status: number; statusText: string; body: ResponseBody };

export function describeRefusal({ status, statusText, body }: JudgedResponse): string {
  if (body.kind === 'html') return describeHtmlPage(status);
  return readErrorMessage(body) ?? `HTTP ${status} ${statusText}`.trim();
}

/** Why a response proves nothing. `contradiction` is what it contains, or null. */
export function describeUnknown(response: JudgedResponse, contradiction: string | null): string {
  const isNotFound = response.status === 404 || response.status === 410;
  const problem = describeProblem(response, contradiction);
  return isNotFound ? `${problem} It doesn't show whether the instance exists.` : problem;
}

function describeProblem({ status, body }: JudgedResponse, contradiction: string | null): string {
  const response = `The response (HTTP ${status})`;
  const message = readErrorMessage(body);
  const quotedMessage = message === null ? '' : ` Message from the service: ${message}`;
  if (status >= 300 && status <= 399 && status !== 304)
    return "The service responded with a redirect, which the console doesn't follow.";
  // A gateway sends an HTML page, so don't say that the service returned an error.
  if (body.kind === 'html') return describeHtmlPage(status);
  if (status === 408 || status >= 500)
    return `The service returned an error (HTTP ${status}).${quotedMessage}`;
  if (contradiction !== null)
    return `${response} contains ${contradiction}.${contradiction.startsWith('“message”') ? '' : quotedMessage}`;
  switch (body.kind) {
    case 'empty':
      return `${response} is empty.`;
    case 'incomplete':
      return `${response} ${incompleteSentences[body.problem]}.`;
    case 'text':
      return `${response} ${body.label === 'none' ? "isn't JSON" : 'contains invalid JSON'}.`;
    case 'json': {
      if (body.label === 'none') return `${response} isn't JSON.`;
      const excerpt = quoteValue(toShortLine(JSON.stringify(body.value), 200));
      return `${response} doesn't say whether the deletion succeeded: ${excerpt}.`;
    }
  }
}

const incompleteSentences = {
  'too-large': 'is too large to read',
  timeout: "didn't finish in time",
  'cut-off': 'was cut off',
};

function describeHtmlPage(status: number): string {
  return `An HTML page came back instead of a service response (HTTP ${status}).`;
}
