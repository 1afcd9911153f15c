import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { eventTypes } from '@busker/core/outbox/channel';
import { webhookSchemas } from '@busker/core/notification/webhook-body';
import { publicLink, publicProfile } from '@busker/core/profile/profile';
import * as wall from '@busker/core/wall/wall';
import { type Json, root } from './compare';

const folder = `${root}core/`;

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

/**
 * The JSON schema of what may be sent. A check or a change that JSON schemas cannot say is named by its kind and its message under `x-also`, so that
 * none disappears unseen; what it computes is held by the tests of its schema.
 */
export function jsonSchema(schema: v.GenericSchema): Json {
  const made = toJsonSchema(schema, {
    errorMode: 'ignore',
    overrideSchema: ({ errors, valibotSchema, jsonSchema: made }) =>
      errors ? ({ ...made, 'x-schema': valibotSchema.type } as typeof made) : undefined,
    overrideAction({ errors, valibotAction, jsonSchema: made }) {
      if (!errors) return undefined;
      const { type } = valibotAction;
      const said =
        'message' in valibotAction && typeof valibotAction.message === 'string' ? valibotAction.message : '';
      const message = said === '' ? '' : `: ${said}`;
      const also = (made as { readonly 'x-also'?: readonly string[] })['x-also'] ?? [];
      return { ...made, 'x-also': [...also, `${type}${message}`] } as typeof made;
    },
  });
  const { $schema: _, ...plain } = made;
  return JSON.parse(JSON.stringify(plain)) as Json;
}

/** A schema as JSON schema; a list, number or text as it is; a pattern as text; undefined for functions. */
function described(value: unknown): Json | undefined {
  if (isSchema(value)) return jsonSchema(value);
  if (typeof value === 'function') return undefined;
  return JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      each instanceof RegExp ? String(each) : isSchema(each) ? jsonSchema(each) : each,
    ),
  ) as Json;
}

/** Everything that the requests and answers in `core/fan-api`, `core/dashboard-api` and `core/books` export, and the public profile and wall, which are answers too; by name, whichever file holds it. */
export async function apiSchemas(): Promise<Json> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('-api.ts'));
  const found = new Map<string, Json>();
  const modules = await Promise.all(
    files.map(
      (file) => import(pathToFileURL(folder + file).href) as Promise<Readonly<Record<string, unknown>>>,
    ),
  );
  const answersOfProfiles = { publicLink, publicProfile, ...wall };
  for (const each of [...modules, answersOfProfiles])
    for (const [name, value] of Object.entries(each)) {
      const json = described(value);
      if (json === undefined) continue;
      if (found.has(name)) throw new Error(`Two files of core export ${name}.`);
      found.set(name, json);
    }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export const webhookJson = (): Json =>
  Object.fromEntries(eventTypes.map((type) => [type, jsonSchema(webhookSchemas[type])]));
