import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { Upstream, UpstreamAnswer, UpstreamCall } from './Upstream.ts';

/**
 * An upstream that asks a real service over node:http(s), with the raw path behind the path of base_url: `fetch` and
 * `new URL` would normalise it. Redirects are not followed.
 * @param serviceUrl base_url (section 1), without a slash at its end
 */
export function createProxyUpstream(serviceUrl: string): Upstream {
  const url = new URL(serviceUrl);
  const { protocol, hostname, port } = urlToHttpOptions(url);
  const basePath = url.pathname.replace(/\/+$/, '');
  const wire = url.protocol === 'https:' ? https : http;
  const kept = new wire.Agent({ keepAlive: true, maxSockets: 256, noDelay: true, timeout: 30_000 });
  // A delete never rides a kept-alive socket: one that the service just closed would leave it in doubt for nothing.
  const fresh = new wire.Agent({ keepAlive: false, noDelay: true });

  function request({ method, path, headers }: UpstreamCall): http.ClientRequest {
    const raw = ['Host', url.host];
    for (const name in headers) raw.push(name, headers[name] ?? '');
    return wire.request({
      protocol,
      hostname,
      port,
      agent: method === 'DELETE' ? fresh : kept,
      method,
      path: basePath + path,
      headers: raw,
    });
  }

  return {
    ask(call) {
      let current: http.ClientRequest | null = null;
      let ended = false;
      function send(
        again: boolean,
        resolve: (answer: UpstreamAnswer) => void,
        reject: (error: Error) => void,
      ) {
        const sent = request(call);
        current = sent;
        sent.once('response', (body) => {
          resolve({ status: body.statusCode ?? 502, headers: body.headers, body });
        });
        sent.on('error', (error) => {
          if (again && sent.reusedSocket && call.method === 'GET' && !ended) send(false, resolve, reject);
          else reject(error);
        });
        sent.end();
      }
      return {
        answer: new Promise((resolve, reject) => send(true, resolve, reject)),
        end() {
          ended = true;
          current?.destroy(new Error('ended'));
        },
      };
    },
    close() {
      kept.destroy();
      fresh.destroy();
    },
  };
}
