import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlOf } from '../../src/api/curl.ts';

describe('curlOf', () => {
  it('reads as a command to run', () => {
    expect(curlOf('https://service.example/v1/', 'DELETE', '/workspaces/acme/regions')).toBe(
      `curl --globoff --path-as-is --request 'DELETE' --header "Authorization: Bearer $ACCESS_TOKEN" --url 'https://service.example/v1/workspaces/acme/regions'`,
    );
  });

  it('hands a shell exactly the address, whatever it holds', () => {
    const path = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'\'"\\$`!*?[]{}()<>|&;#~ \n\t-%é'),
        fc.string({ minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(path, (tail) => {
        expect(argumentsOf(curlOf('https://s.example', 'GET', `/${tail}`))).toEqual([
          '--globoff',
          '--path-as-is',
          '--request',
          'GET',
          '--header',
          'Authorization: Bearer t$(id) "x"',
          '--url',
          `https://s.example/${tail}`,
        ]);
      }),
      { numRuns: 300 },
    );
  });
});

/** What curl would be started with: a shell function stands in for it and ends each argument with a NUL. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { PATH: process.env.PATH, ACCESS_TOKEN: 't$(id) "x"' };
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}
