import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalid, StatusError } from '../values/status';

/** Production's limit is 10 MiB for each request; base64 and JSON make the same data larger. */
const MAX_BODY = 32 * 1024 * 1024;

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > MAX_BODY) throw new StatusError('INVALID_ARGUMENT', 'Request payload size exceeds the limit.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function parseJson(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw invalid('Invalid JSON payload received.');
  }
}

export function sendJson(response: ServerResponse, status: number, json: unknown): void {
  if (response.writableEnded) return;
  const body = JSON.stringify(json);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}
