import { badRequest } from '../storage-error';

export interface MultipartUpload {
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
