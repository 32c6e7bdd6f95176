/**
 * A request as a curl command for a POSIX shell. The token stands as `$ACCESS_TOKEN`, to be set in that shell.
 * @param baseUrl absolute, with or without a slash at its end
 * @param path relative to it, already encoded, beginning with a slash
 */
export function curlOf(baseUrl: string, method: string, path: string): string {
  const url = quoted(baseUrl.replace(/\/+$/, '') + path);
  // Without the two flags curl expands brackets and folds dot segments: another address than the one shown.
  return `curl --globoff --path-as-is --request ${quoted(method)} --header "Authorization: Bearer $ACCESS_TOKEN" --url ${url}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
