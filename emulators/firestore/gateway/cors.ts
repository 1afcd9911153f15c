import type { IncomingMessage, ServerResponse } from 'node:http';

const ASKED_HEADERS =
  'authorization, content-type, google-cloud-resource-prefix, x-goog-api-client, x-goog-api-key, ' +
  'x-goog-request-params, x-firebase-appcheck, x-firebase-gmpid, x-http-session-id';

/**
 * WebChannel sends requests with credentials, which CORS does not allow with a star. The origin is repeated instead.
 */
export function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', headers.origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Vary', 'Origin');
  response.setHeader(
    'Access-Control-Expose-Headers',
    'X-HTTP-Session-Id, X-Client-Wire-Protocol, X-HTTP-Initial-Response',
  );
}

export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
  response.setHeader(
    'Access-Control-Allow-Headers',
    headers['access-control-request-headers'] ?? ASKED_HEADERS,
  );
  response.setHeader('Access-Control-Max-Age', '3600');
  if (headers['access-control-request-private-network'] === 'true') {
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
  }
  response.writeHead(204).end();
}
