import { eventTypes } from '@busker/core/outbox/channel';
import { webhookDelays } from '@busker/core/outbox/pace';
import { webhookJsonSchema, type WebhookJsonSchema } from '@busker/functions/senders/webhook-sender';

interface Field {
  readonly path: string;
  readonly kind: string;
  readonly says: string;
}

const code = (text: unknown) => `\`${String(text)}\``;

/** A list of types is not used in our schemas, and `true` stands for any schema. */
type Schema = WebhookJsonSchema | boolean | undefined;

const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  typeof schema === 'object' ? (schema.properties ?? {}) : {};

/** `anyOf` of a schema and null is the schema, and may be null. */
function withoutNull(schema: Schema): { readonly schema: WebhookJsonSchema; readonly nullable: boolean } {
  if (typeof schema !== 'object') throw new Error('Every field of a webhook has a schema');
  const [first] = schema.anyOf ?? [];
  if (typeof first === 'object') return { schema: first, nullable: true };
  return { schema, nullable: false };
}

function kindOf({ type, format, enum: values, const: constant }: WebhookJsonSchema): string {
  if (constant !== undefined) return code(constant);
  if (values !== undefined) return values.map(code).join(', ');
  return format === 'date-time' ? 'ISO 8601 time' : String(type);
}

/** All fields, in order. The long list of currencies is left out. */
function fieldsOf(given: Schema, path: string): readonly Field[] {
  const { schema, nullable } = withoutNull(given);
  const inner = Object.entries(propertiesOf(schema));
  if (inner.length > 0) return inner.flatMap(([name, each]) => fieldsOf(each, `${path}.${name}`));
  const kind = (schema.enum?.length ?? 0) > 20 ? 'string' : kindOf(schema);
  return [{ path, kind: nullable ? `${kind} or null` : kind, says: schema.description ?? '' }];
}

const typed = eventTypes.map((type) => {
  const body = propertiesOf(webhookJsonSchema(type));
  const says = withoutNull(body['type']).schema.description ?? '';
  return { type, says, fields: fieldsOf(body['data'], 'data') };
});

const commonPaths = new Set(typed.find(({ type }) => type === 'tip.paid')?.fields.map(({ path }) => path));

const rowOf = ({ path, kind, says }: Field) => [code(path), kind, says];

/** The fields that exactly these types have with the same meaning are one row. */
function ownRows(): readonly (readonly string[])[] {
  const typesOf = new Map<string, string>();
  for (const { type, fields } of typed)
    for (const { path, kind, says } of fields.filter((field) => !commonPaths.has(field.path))) {
      const field = `${code(path)} (${kind}): ${says}.`;
      typesOf.set(field, [typesOf.get(field) ?? [], code(type)].flat().join(', '));
    }
  const rows = new Map<string, string[]>();
  for (const [field, types] of typesOf) rows.set(types, [...(rows.get(types) ?? []), field]);
  return [...rows].map(([types, fields]) => [types, fields.join('<br>')]);
}

const duration = (ms: number): string => {
  if (ms === 0) return 'at once';
  if (ms < 60_000) return `${ms / 1000} seconds`;
  return ms < 3_600_000 ? `${ms / 60_000} minutes` : `${ms / 3_600_000} hours`;
};

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The tables of docs/developers/webhooks.md, made of the schemas that the server publishes and of the schedule that it follows. */
export const webhookTables: Readonly<Record<string, Table>> = {
  'webhook types': {
    head: ['type', 'when'],
    rows: typed.map(({ type, says }) => [
      `[${code(type)}](https://HOST/docs/webhooks/v1/${type}.json)`,
      says,
    ]),
  },
  'webhook common fields': {
    head: ['field', 'values', 'meaning'],
    rows: typed.find(({ type }) => type === 'tip.paid')?.fields.map(rowOf) ?? [],
  },
  'webhook own fields': {
    head: ['types', 'their own fields'],
    rows: ownRows(),
  },
  'webhook tries': {
    head: ['try', ...webhookDelays.map((_ms, at) => String(at + 1))],
    rows: [['after the one before', ...webhookDelays.map(duration)]],
  },
};
