import * as v from 'valibot';

type Schema = v.GenericSchema;

/** The parts of a schema that hold other schemas (valibot.dev/api). */
interface Parts {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly Schema[];
}

/** The JSON without the fields that the schema does not know, at any depth. */
function knownPart(schema: Schema, json: unknown): unknown {
  const { entries, item, wrapped, options } = schema as Schema & Parts;
  if (wrapped !== undefined) return json === null ? null : knownPart(wrapped, json);
  if (item !== undefined) return Array.isArray(json) ? json.map((each) => knownPart(item, each)) : json;
  if (schema.type === 'union' || schema.type === 'variant') {
    const parts = (options ?? []).map((option) => ({ option, part: knownPart(option, json) }));
    return parts.find(({ option, part }) => v.is(option, part))?.part ?? json;
  }
  if (entries === undefined || typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, value]) => {
      const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
      return entry === undefined ? [] : [[key, knownPart(entry, value)]];
    }),
  );
}

/**
 * Reads an answer of the server, which may be newer than a dashboard that is open in a tab: fields that this dashboard does not know are left out.
 * The schemas stay exact, because the tests of the server hold it to them.
 */
export const readAnswer = <S extends Schema>(schema: S, json: unknown): v.SafeParseResult<S> =>
  v.safeParse(schema, knownPart(schema, json));
