/** By the ID of the instance that a DELETE names (README.md). The status codes are examples: `service.md` has none. */
const statuses = [400, 401, 403, 404, 408, 409, 410, 412, 422, 423, 429, 500, 501, 502, 503, 504];

/** The instance isn't deleted. As the name of a database, its list fails like this. */
export const failures: ReadonlyMap<string, () => Response> = new Map([
  ...statuses.map((status) => [`error-${status}`, () => createError(status)] as const),
  ['error-in-200', () => Response.json({ message: 'Forbidden', statusCode: 403 })],
  ['page-404', () => createPage(404, 'default backend - 404')],
]);

/** `wait` resolves when the time (ms) has passed, or when nobody waits for the response any more. */
type Respond = (usual: Response, wait: (ms: number) => Promise<void>) => Response | Promise<Response>;

/** The instance is deleted, but the response isn't the usual one, or late. */
export const oddSuccesses: ReadonlyMap<string, Respond> = new Map<string, Respond>([
  ['slow', (usual, wait) => wait(8_000).then(() => usual)],
  ['no-answer', (usual, wait) => wait(600_000).then(() => usual)],
  ['accepted', () => Response.json({}, { status: 202 })],
  ['no-content', () => new Response(null, { status: 204 })],
  ['web-page', () => createPage(200, 'Welcome to our network')],
  ['mismatch', moveToOtherWorkspace],
]);

function createError(statusCode: number): Response {
  const headers = new Headers({ 'X-Request-Id': `req-sandbox-${statusCode}` });
  if (statusCode === 429) headers.set('Retry-After', '5');
  const message = `The sandbox answers with the error ${statusCode}.`;
  return Response.json({ message, statusCode }, { status: statusCode, headers });
}

function createPage(status: number, title: string): Response {
  const body = `<!doctype html><title>${title}</title><h1>${title}</h1><script>alert(1)</script>`;
  return new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

async function moveToOtherWorkspace(usual: Response): Promise<Response> {
  const record = await usual.json();
  return Response.json({ ...record, workspace: { ...record.workspace, slug: 'somebody-else' } });
}
