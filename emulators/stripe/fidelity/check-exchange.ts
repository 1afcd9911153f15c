import { Ajv } from 'ajv';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { isBranch, parseForm, type Branch } from '../wire/parameters';
import { EVENT_TYPES, WIRE_TYPES, addressOf, eventType } from './wire-types';
import { schemasOf, type Schema, type TypeSchemas } from './type-schema';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly params: Branch;
  readonly status: number;
  /** The answer was replayed for the same idempotency key. */
  readonly isReplayed: boolean;
  readonly answer: unknown;
}

function parseParams(query: string, body: string): Branch {
  if (body === '') return parseForm(query);
  const value: unknown = body.startsWith('{') ? JSON.parse(body) : parseForm(body);
  return isBranch(value) ? value : {};
}

/** The SDK's own HTTP client, which also records requests and answers. */
export function recordingClient() {
  const exchanges: Exchange[] = [];
  const record: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const body = typeof init?.body === 'string' ? init.body : '';
    exchanges.push({
      method: init?.method ?? 'GET',
      path: pathname,
      params: parseParams(search.slice(1), body),
      status: answer.status,
      isReplayed: answer.headers.get('idempotent-replayed') === 'true',
      answer: await answer.clone().json(),
    });
    return answer;
  };
  return { exchanges, httpClient: Stripe.createFetchHttpClient(record) };
}

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

function eventIssues(schemas: StripeSchemas, event: unknown): string[] {
  const type = isBranch(event) ? event['type'] : undefined;
  const known = EVENT_TYPES.find((name) => name === type);
  return known ? schemas.answerIssues(eventType(known), event) : [`unknown event ${JSON.stringify(type)}`];
}

const isEventAddress = (address: string) => address.startsWith('GET /v1/events');

function answerIssues(schemas: StripeSchemas, address: string, answer: unknown): string[] {
  if (!isEventAddress(address)) return schemas.answerIssues(WIRE_TYPES[address]?.answer ?? '', answer);
  const data = isBranch(answer) && Array.isArray(answer['data']) ? answer['data'] : [answer];
  return data.flatMap((event) => eventIssues(schemas, event));
}

const withoutExpand = (params: Branch): Branch =>
  Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'expand'));

/** The parts of an accepted request or its answer that Stripe's types do not allow; empty when there are none. */
export function exchangeIssues(schemas: StripeSchemas, exchange: Exchange): string[] {
  const address = addressOf(exchange);
  if (address === undefined) return [`${exchange.method} ${exchange.path} is not an endpoint of Stripe`];
  if (exchange.status >= 400) return [];
  const params = WIRE_TYPES[address]?.params ?? '';
  const asked = schemas.paramIssues(params, structuredClone(withoutExpand(exchange.params)));
  const answered = answerIssues(schemas, address, exchange.answer);
  return [...asked, ...answered].map((issue) => `${address}: ${issue}`);
}
