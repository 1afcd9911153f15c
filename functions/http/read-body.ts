import type { Context } from 'hono';
import type * as v from 'valibot';
import { fail, ok, parseWith, problem, type Result } from '../../core/base/result';

export const maxJsonBytes = 16 * 1024;

/** Reads at most `limit` bytes and stops there, whatever Content-Length says. */
export async function readBytes(c: Context, limit: number): Promise<Result<Uint8Array>> {
  const claimed = Number(c.req.header('content-length') ?? 0);
  const body = c.req.raw.body;
  if (claimed > limit) {
    await body?.cancel().catch(() => undefined);
    return fail(problem('body-too-large'));
  }
  if (body === null) return ok(new Uint8Array());
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return ok(Buffer.concat(parts));
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      return fail(problem('body-too-large'));
    }
    parts.push(value);
  }
}

const isJson = (contentType: string | undefined) =>
  /^application\/json\s*(;|$)/i.test(contentType?.trim() ?? '');

function parseJson(bytes: Uint8Array): Result<unknown> {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return ok(parsed);
  } catch {
    return fail(problem('invalid-json'));
  }
}

/** Schemas accept an array as an object, and inherited names (`constructor`) as known keys. */
function plainObject(parsed: unknown): Result<object> {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return fail(problem('invalid-fields', { fields: { body: 'Send a JSON object.' } }));
  const inherited = Object.keys(parsed).filter((key) => key in Object.prototype);
  if (inherited.length === 0) return ok(parsed);
  const fields = Object.fromEntries(inherited.map((key) => [key, 'This key is not known.']));
  return fail(problem('invalid-fields', { fields }));
}

/** A JSON body that the schema accepts, or the refused fields. Requiring JSON makes browsers preflight pages of other origins. */
export async function readJson<S extends v.GenericSchema>(
  c: Context,
  schema: S,
): Promise<Result<v.InferOutput<S>>> {
  if (!isJson(c.req.header('content-type'))) return fail(problem('unsupported-content-type'));
  const bytes = await readBytes(c, maxJsonBytes);
  if (!bytes.ok) return bytes;
  const parsed = parseJson(bytes.value);
  if (!parsed.ok) return parsed;
  const object = plainObject(parsed.value);
  return object.ok ? parseWith(schema, object.value) : object;
}

/** The fields of a form as typed, without space around them. Missing ones are empty, others are left out. */
export async function readForm<Field extends string>(
  c: Context,
  fields: readonly Field[],
  maxBytes: number,
): Promise<Result<Readonly<Record<Field, string>>>> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    return fail(problem('unsupported-content-type'));
  }
  const bytes = await readBytes(c, maxBytes);
  if (!bytes.ok) return bytes;
  const sent = new URLSearchParams(new TextDecoder().decode(bytes.value));
  const entries = fields.map((field) => [field, (sent.get(field) ?? '').trim()] as const);
  return ok(Object.fromEntries(entries) as Record<Field, string>);
}

/** The token of `Authorization: Bearer`, or undefined. */
export function bearer(c: Context): string | undefined {
  return /^Bearer\s+(\S{1,4096})$/i.exec(c.req.header('authorization') ?? '')?.[1];
}

/** A host has at most 253 characters, plus scheme and port. */
const maxLength = 300;

/**
 * The origin of the requesting page, from the browser's `Origin` header. Null when there is none, when it is opaque (`null`), and for text that no
 * browser writes: the header is stored with a tip, so no client may put other text there.
 */
export function pageOrigin(header: string | undefined): string | null {
  if (header === undefined || header.length > maxLength || !URL.canParse(header)) return null;
  const { protocol, origin } = new URL(header);
  return /^https?:$/.test(protocol) && origin === header ? origin : null;
}
