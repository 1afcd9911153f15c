import type { IncomingMessage } from 'node:http';
import { badRequest, tooLarge } from '../store/storage-error';

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

interface MultipartUpload {
  readonly metadata: string;
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

const blankLine = Buffer.from('\r\n\r\n');

/** Parses `multipart/related` with two parts: metadata as JSON, then the bytes. */
export function parseMultipart(contentType: string | undefined, body: Buffer): MultipartUpload {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType ?? '');
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) throw badRequest('The multipart request has no boundary.');
  const [first, second, ...more] = partsOf(body, Buffer.from(`--${name}`));
  if (first === undefined || second === undefined || more.length > 0) {
    throw badRequest('A multipart upload needs two parts: metadata and bytes.');
  }
  return { metadata: first.body.toString('utf8'), contentType: typeOf(second.head), bytes: second.body };
}

interface Part {
  readonly head: string;
  readonly body: Buffer;
}

function partsOf(body: Buffer, delimiter: Buffer): Part[] {
  const parts: Part[] = [];
  let at = body.indexOf(delimiter);
  if (at !== 0 && body.subarray(0, Math.max(at, 0)).toString('latin1').trim() !== '') at = -1;
  while (at !== -1) {
    const start = at + delimiter.length;
    if (body.subarray(start, start + 2).toString('latin1') === '--') return parts;
    const lineEnd = body.indexOf('\r\n', start);
    const end = body.indexOf(Buffer.concat([Buffer.from('\r\n'), delimiter]), start);
    if (lineEnd === -1 || end === -1) break;
    parts.push(partOf(body.subarray(lineEnd, end)));
    at = end + 2;
  }
  throw badRequest('The multipart request has no end.');
}

/** Starts after the delimiter's line break: headers, an empty line, the body. */
function partOf(bytes: Buffer): Part {
  const gap = bytes.indexOf(blankLine);
  if (gap === -1) throw badRequest('A part of the multipart request has no headers.');
  return { head: bytes.subarray(0, gap).toString('latin1'), body: bytes.subarray(gap + blankLine.length) };
}

const typeOf = (head: string): string | undefined => /^content-type:[ \t]*(.+)$/im.exec(head)?.[1]?.trim();
