import type { IncomingMessage } from 'node:http';
import { badRequest, tooLarge } from '../storage-error';

/** The limit for metadata and other JSON. */
const mostJson = 1024 * 1024;

export async function readAll(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > most) throw tooLarge(`The request body can have at most ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body as buffers. */
export async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  for await (const chunk of request) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  return parseJson((await readAll(request, mostJson)).toString('utf8'));
}

export function parseJson(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}

/** One header as one string. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/** A whole number in a header or query; anything else is refused. */
export function wholeNumber(text: string | null | undefined, what: string): number | undefined {
  if (text === undefined || text === null || text === '') return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw badRequest(`${what} is not a whole number.`);
  return number;
}

/** A decoded part of the path; an incomplete escape is refused. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest('The URL has an invalid escape sequence.');
  }
}

/** The service's rules for names: 1 to 1024 bytes of UTF-8, no line breaks, and not `.` or `..`. */
export function checkName(name: string | undefined): string {
  if (name === undefined || name === '') throw badRequest('The object needs a name.');
  if (Buffer.byteLength(name) > 1024 || /[\r\n]/.test(name) || name === '.' || name === '..') {
    throw badRequest('This object name is invalid.');
  }
  return name;
}
