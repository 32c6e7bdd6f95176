import { withoutTrailingSlashes } from '../config.ts';

/**
 * Returns a read as a curl command for a POSIX shell. The token is the shell variable `$ACCESS_TOKEN`. There is no command
 * for a DELETE, because it would skip the confirmation and the log.
 * @param baseUrl absolute, with or without a trailing slash
 * @param path relative to the base URL, already encoded, with a leading slash
 */
export function curlOf(baseUrl: string, path: string): string {
  const url = quoted(withoutTrailingSlashes(baseUrl) + path);
  // Without these two flags, curl expands brackets and removes dot segments, so it would call a different URL.
  return `curl --globoff --path-as-is --request 'GET' --header "Authorization: Bearer $ACCESS_TOKEN" --url ${url}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
