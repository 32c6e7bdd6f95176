import { describe, expect, it } from 'vitest';
import { buildServicePath, buildServiceUrl, findPathValueProblem } from '../../src/rules/servicePath.ts';

describe('buildServicePath', () => {
  it.each([
    ...['/a/../{workspaceSlug}', '/a/{workspaceSlug}?all=1', 'workspaces/{workspaceSlug}'],
    ...['https://evil.example/{workspaceSlug}', '/{missing}', '/{constructor}', '/{half}'],
  ])('no request can be sent to a path of the template %s', (template) => {
    const build = () => buildServicePath(template, { workspaceSlug: 'w', half: '\ud800' });
    expect(() => buildServiceUrl('http://h', build())).toThrow(
      expect.objectContaining({
        kind: 'bad-path',
        message: expect.stringMatching(/no request was sent\.$/i),
      }),
    );
  });

  it('rejects a path value that contains a redacted token', () => {
    expect(findPathValueProblem('[redacted]-1')).toBe('contains the access token');
  });
});

describe('buildServiceUrl', () => {
  it.each(['ftp://h', 'http://h/?a=1', 'http://h/#a', 'http://u:p@h', 'http://', 'data:,'])(
    'rejects the base URL %s',
    (base) => {
      const message = "The configured service URL isn't a plain http(s) URL. No request was sent.";
      expect(() => buildServiceUrl(base, '/a')).toThrow(
        expect.objectContaining({ kind: 'bad-path', message }),
      );
    },
  );

  it.each([
    ['https://h', 'https://h/a/b', false],
    ['https://h/', 'https://h/a/b', false],
    ['https://h:8443/base//', 'https://h:8443/base/a/b', false],
    ['/api', 'http://localhost/api/a/b', true],
    ['http://localhost/x', 'http://localhost/x/a/b', true],
  ])('appends a path to %s', (base, url, sameOrigin) => {
    expect(buildServiceUrl(base, '/a/b')).toEqual({ url, sameOrigin });
  });

  it.each([
    ...['/a/../b', '/a/%2e%2e/b', '/a?b', '/a?', '/a#b', '/a b', '@evil.example/', ':99999/', 'a', '/\\evil'],
  ])('rejects the path %s', (path) => {
    const message = "This name can't be used in a URL, so no request was sent.";
    expect(() => buildServiceUrl('http://h', path)).toThrow(
      expect.objectContaining({ kind: 'bad-path', message }),
    );
  });
});
