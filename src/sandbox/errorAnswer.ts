/**
 * An error as section 7 of the service document shapes it: `{message, statusCode}`.
 * @param status the HTTP status, repeated in the body as `statusCode`
 */
export function errorAnswer(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message, statusCode: status }, { status, headers });
}
