import type { IncomingMessage, ServerResponse } from 'node:http';

const LARGEST_BODY = 1_000_000;

/** Null when the body is larger than one million bytes. */
export async function readText(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers });
  response.end(body);
}

export const sendJson = (response: ServerResponse, status: number, value: unknown): void =>
  send(
    response,
    status,
    { 'content-type': 'application/json', 'cache-control': 'no-store' },
    JSON.stringify(value, null, 2),
  );

/** What a page of any origin may read: the API with a publishable key, and the scripts. */
export const CORS_ANY_ORIGIN: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, content-type, stripe-account, stripe-version, idempotency-key',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-expose-headers': 'request-id, stripe-should-retry',
  'access-control-max-age': '300',
};
