import { Ajv } from 'ajv';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { isBranch, parseForm, type Branch } from '../wire/parameters';
import { EVENT_TYPES, WIRE_TYPES, addressOf, eventType } from './wire-types';
import ts from 'typescript';

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
  const generator = readFileSync(fileURLToPath(new URL('./check-exchange.ts', import.meta.url)), 'utf8');
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

/** The subset of JSON Schema that API types need. */
export type Schema = { readonly [key: string]: unknown };

export interface TypeSchemas {
  readonly $defs: Readonly<Record<string, Schema>>;
  readonly roots: Readonly<Record<string, Schema>>;
}

const NEVER: Schema = { not: {} };

/** `OtherString` keeps the SDK's enums open. It is dropped here, so that only known values are valid. */
const isOpenString = (type: ts.Type): boolean =>
  type.isIntersection() && type.types.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0);

const has = (type: ts.Type, flag: ts.TypeFlags): boolean => (type.flags & flag) !== 0;

/** Walks the compiler's types and writes each object type once, closed: unknown properties are invalid. */
class SchemaWriter {
  readonly defs: Record<string, Schema> = {};
  private readonly names = new Map<ts.Type, string>();

  constructor(private readonly checker: ts.TypeChecker) {}

  write(type: ts.Type): Schema {
    const { TypeFlags: F } = ts;
    if (has(type, F.Any | F.Unknown)) return {};
    if (has(type, F.Null)) return { type: 'null' };
    if (has(type, F.Undefined | F.Void | F.Never)) return NEVER;
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (has(type, F.BooleanLiteral)) return { const: this.checker.typeToString(type) === 'true' };
    if (has(type, F.String) || isOpenString(type)) return { type: 'string' };
    if (has(type, F.Number)) return { type: 'number' };
    if (has(type, F.BigInt)) return { type: 'integer' };
    if (type.isUnion()) return this.union(type);
    if (this.checker.isArrayType(type)) return { type: 'array', items: this.write(this.itemOf(type)) };
    return this.object(type);
  }

  private itemOf(type: ts.Type): ts.Type {
    const [item] = this.checker.getTypeArguments(type as ts.TypeReference);
    if (!item) throw new Error('An array type has no item type.');
    return item;
  }

  private union(type: ts.UnionType): Schema {
    const members = type.types.filter((member) => !has(member, ts.TypeFlags.Undefined));
    const literals = members.filter((member) => member.isStringLiteral()).map((member) => member.value);
    const others = members.filter(
      (member) => !member.isStringLiteral() && !(literals.length > 0 && isOpenString(member)),
    );
    const booleans = others.filter((member) => has(member, ts.TypeFlags.BooleanLiteral));
    const rest = booleans.length === 2 ? others.filter((member) => !booleans.includes(member)) : others;
    const parts = rest.map((member) => this.write(member));
    if (booleans.length === 2) parts.unshift({ type: 'boolean' });
    const unique = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
    const all = literals.length > 0 ? [{ enum: literals }, ...unique] : unique;
    return all.length === 1 && all[0] ? all[0] : { anyOf: all };
  }

  private object(type: ts.Type): Schema {
    const known = this.names.get(type);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const title = this.checker.typeToString(type);
    // A decimal is a string on the wire; the SDK converts it to an object.
    if (title === 'Decimal') return { type: 'string' };
    const name = `T${this.names.size}`;
    this.names.set(type, name);
    this.defs[name] = { type: 'object', title, ...this.properties(type) };
    return { $ref: `#/$defs/${name}` };
  }

  private properties(type: ts.Type): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const property of this.checker.getPropertiesOfType(type)) {
      const of = this.checker.getTypeOfSymbol(property);
      if (property.name === 'lastResponse' || of.getCallSignatures().length > 0) continue;
      properties[property.name] = this.write(of);
      if ((property.flags & ts.SymbolFlags.Optional) === 0) required.push(property.name);
    }
    const index = type.getStringIndexType();
    return {
      properties,
      additionalProperties: index ? this.write(index) : false,
      ...(required.length > 0 && { required }),
    };
  }
}

/** Closed schemas for the given type expressions over `import type Stripe from 'stripe'`. Takes some seconds. */
export function schemasOf(expressions: readonly string[], folder: string): TypeSchemas {
  const entry = `${folder}/stripe-wire-types.ts`;
  const lines = expressions.map((expression, index) => `export type R${index} = ${expression};`);
  const source = `import type Stripe from 'stripe';\n${lines.join('\n')}\n`;
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === entry ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : read(name, ...rest);
  const exists = host.fileExists.bind(host);
  host.fileExists = (name) => name === entry || exists(name);
  const program = ts.createProgram([entry], options, host);
  const file = program.getSourceFile(entry);
  const problems = file ? program.getSemanticDiagnostics(file) : [];
  const [first] = problems;
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'));
  const checker = program.getTypeChecker();
  const symbol = file && checker.getSymbolAtLocation(file);
  if (!symbol) throw new Error('The types of the SDK could not be read.');
  const writer = new SchemaWriter(checker);
  const roots: Record<string, Schema> = {};
  for (const exported of checker.getExportsOfModule(symbol)) {
    const expression = expressions[Number(exported.name.slice(1))];
    if (expression !== undefined) roots[expression] = writer.write(checker.getDeclaredTypeOfSymbol(exported));
  }
  return { $defs: writer.defs, roots };
}
