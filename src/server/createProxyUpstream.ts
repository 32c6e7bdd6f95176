import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { createReadPool } from './createReadPool.ts';
import { streamBody } from './streamBody.ts';
import type { Upstream, UpstreamCall } from './Upstream.ts';

/**
 * An upstream that asks a real service, with the raw path behind the path of base_url: `fetch` and `new URL` would
 * normalise it. Redirects are not followed.
 * @param serviceUrl base_url (section 1), without a slash at its end
 */
export function createProxyUpstream(serviceUrl: string): Upstream {
  const url = new URL(serviceUrl);
  const { protocol, hostname, port } = urlToHttpOptions(url);
  const basePath = url.pathname.replace(/\/+$/, '');
  const wire = url.protocol === 'https:' ? https : http;
  const reads = createReadPool(serviceUrl);
  // A delete never rides a kept-alive socket: one that the service just closed would leave it in doubt for nothing.
  const fresh = new wire.Agent({ keepAlive: false, noDelay: true });

  function request({ method, path, headers }: UpstreamCall): http.ClientRequest {
    const raw = ['Host', url.host];
    for (const name in headers) raw.push(name, headers[name] ?? '');
    return wire.request({
      protocol,
      hostname,
      port,
      agent: fresh,
      method,
      path: basePath + path,
      headers: raw,
    });
  }

  return {
    ask(call) {
      if (call.method === 'GET') return reads.ask(call);
      const sent = request(call);
      return {
        answer: new Promise((resolve, reject) => {
          sent.once('response', (stream) => {
            const body = streamBody(stream);
            resolve({ status: stream.statusCode ?? 502, headers: stream.headers, body });
          });
          sent.on('error', reject);
          // Neither `response` nor `error` comes for a 101, or for a connection that ends without a word.
          sent.once('upgrade', (_, socket) => {
            socket.destroy();
            reject(new Error('upgrade'));
          });
          sent.once('close', () => reject(new Error('closed')));
          sent.end();
        }),
        end: () => void sent.destroy(new Error('ended')),
      };
    },
    close() {
      reads.close();
      fresh.destroy();
    },
  };
}
