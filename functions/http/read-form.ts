import type { Context } from 'hono';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { readBytes } from './read-body';

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
