import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { schemasOf, type Schema, type TypeSchemas } from './type-schema';
import { EVENT_TYPES, eventType, WIRE_TYPES } from './wire-types';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const EXPRESSIONS = [
  ...new Set([
    ...Object.values(WIRE_TYPES).flatMap(({ params, answer }) => [
      params,
      ...(answer === '' ? [] : [answer]),
    ]),
    ...EVENT_TYPES.map(eventType),
  ]),
];

/** Generated from the installed SDK and cached in node_modules until the SDK or the generator changes. */
function loadSchemas(): TypeSchemas {
  const version = readFileSync(`${ROOT}node_modules/stripe/VERSION`, 'utf8').trim();
  const generator = readFileSync(fileURLToPath(new URL('./type-schema.ts', import.meta.url)), 'utf8');
  const key = createHash('sha256')
    .update(`${version}\n${generator}\n${EXPRESSIONS.join('\n')}`)
    .digest('hex');
  const folder = `${ROOT}node_modules/.cache/busker`;
  const file = `${folder}/stripe-schemas-${key.slice(0, 16)}.json`;
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as TypeSchemas;
  const made = schemasOf(EXPRESSIONS, ROOT.slice(0, -1));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(made));
  renameSync(`${file}.${process.pid}`, file);
  return made;
}

export interface StripeSchemas {
  /** The differences between an answer and the SDK's type; empty when there are none. */
  readonly answerIssues: (expression: string, value: unknown) => string[];
  /** The same for parameters in a form, where every leaf is text. */
  readonly paramIssues: (expression: string, value: unknown) => string[];
  /** The names of the properties of a type, or of what is in it: `a` for its property, `a[]` for the items of that list. */
  readonly names: (expression: string, within?: string) => readonly string[];
}

export function stripeSchemas(): StripeSchemas {
  const { $defs, roots } = loadSchemas();
  const rootOf = (expression: string): Schema => {
    const root = roots[expression];
    if (!root) throw new Error(`There is no schema of ${expression}.`);
    return root;
  };
  /** The schema itself, what it refers to, and each of several. */
  const variants = (schema: Schema | undefined): readonly Schema[] => {
    if (schema === undefined) return [];
    const ref = schema['$ref'];
    if (typeof ref === 'string') return variants($defs[ref.replace('#/$defs/', '')]);
    const several = schema['anyOf'];
    return Array.isArray(several) ? several.flatMap((each: Schema) => variants(each)) : [schema];
  };
  const options = { strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } };
  const checkers = { strict: new Ajv(options), form: new Ajv({ ...options, coerceTypes: true }) };
  const names = new Map(Object.keys(roots).map((expression, index) => [expression, `R${index}`]));
  const named = Object.entries(roots).map(
    ([expression, root]) => [names.get(expression) ?? '', root] as const,
  );
  for (const ajv of Object.values(checkers))
    ajv.addSchema({ $id: 'stripe', $defs: { ...$defs, ...Object.fromEntries(named) } });
  const issues = (kind: keyof typeof checkers, expression: string, value: unknown): string[] => {
    const check = checkers[kind].getSchema(`stripe#/$defs/${names.get(expression) ?? ''}`);
    if (!check) throw new Error(`There is no schema of ${expression}.`);
    // No schema is asynchronous, so the result is a boolean.
    void check(value);
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  };
  return {
    answerIssues: (expression, value) => issues('strict', expression, value),
    paramIssues: (expression, value) => issues('form', expression, value),
    names(expression, within = '') {
      const steps = within.match(/\[\]|[^[\]]+/g) ?? [];
      const found = steps.reduce(
        (schemas, step) =>
          schemas.flatMap((schema) => {
            const next =
              step === '[]' ? schema['items'] : (schema['properties'] as Schema | undefined)?.[step];
            return variants(next as Schema | undefined);
          }),
        variants(rootOf(expression)),
      );
      return [...new Set(found.flatMap((schema) => Object.keys(schema['properties'] ?? {})))];
    },
  };
}
