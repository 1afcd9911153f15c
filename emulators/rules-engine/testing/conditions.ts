import { loadRules } from '../load-rules';
import type { FirestoreOperation, RulesAuth, RulesDocument, RulesLookup, Ruleset, Verdict } from '../port';
import fc from 'fast-check';

/** A request for tests; only the relevant parts need values. */
interface Setting {
  readonly auth?: RulesAuth;
  readonly operation?: FirestoreOperation;
  readonly documents?: readonly RulesDocument[];
  readonly after?: readonly RulesDocument[];
  readonly budget?: number;
  readonly functions?: string;
}

/** A rules file with the condition for every document `things/{id}` and for the collection group. */
export function fileOf(condition: string, functions = ''): string {
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${functions}
    match /{prefix=**}/things/{id} { allow read, write: if ${condition}; }
  }
}`;
}

export function rulesetOf(source: string): Ruleset {
  const load = loadRules(source);
  if (!load.ok) throw new Error(load.issues.map((i) => `${i.line}:${i.column} ${i.message}`).join('\n'));
  return load.ruleset;
}

export const verdictOf = (source: string, setting: Setting = {}): Verdict => ask(rulesetOf(source), setting);

export function ask(ruleset: Ruleset, setting: Setting = {}): Verdict {
  const find = (documents: readonly RulesDocument[] = [], path: string): RulesDocument | null =>
    documents.find((one) => one.path === path) ?? null;
  const lookup: RulesLookup = {
    get: (path) => find(setting.documents, path),
    getAfter: (path) => find(setting.after ?? setting.documents, path),
  };
  const operation = setting.operation ?? { method: 'get', path: 'things/t1', resource: null };
  return ruleset.verifyFirestore(
    { auth: setting.auth ?? null, time: '2026-01-02T03:04:05.000006Z', database: '(default)', operation },
    lookup,
    { limit: setting.budget ?? 10, seen: new Set() },
  );
}

/** `true` when the condition is true, `false` when it is false, otherwise the error message. */
export function tryCondition(condition: string, setting: Setting = {}): true | false | string {
  const verdict = verdictOf(fileOf(condition, setting.functions), setting);
  if (verdict.allowed) return true;
  return verdict.reason === 'This condition is false.' ? false : verdict.reason;
}

/** Few names, so that conditions, filters and documents use the same fields. */
export const fieldName = fc.constantFrom('a', 'b');

/** Values for random documents, filters and conditions, few enough that they often match. */
export const scalar = fc.constantFrom<null | boolean | number | string>(
  null,
  true,
  false,
  0,
  1,
  2,
  1.5,
  'x',
  'y',
  '',
);

const literal = scalar.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));

const methods = [
  'size()',
  'keys()',
  'values()',
  'lower()',
  'toSet()',
  "matches('[a-z]*')",
  "split('')",
  "get('a', 1)",
  "get(['a', 'b'], 1)",
  "hasAny(['x'])",
  "hasOnly([1, 'x'])",
  'hasAll([])',
  "join('')",
  'diff({})',
  'affectedKeys()',
  'toMillis()',
  'seconds()',
  'toHexString()',
];
const functions = [
  'int',
  'float',
  'string',
  'path',
  'debug',
  'math.abs',
  'math.floor',
  'hashing.md5',
  'exists',
  'get',
];
const binaryOps = ['==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', 'in', '&&', '||'];

const { expression } = fc.letrec<{ expression: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    literal,
    fieldName.map((name) => `resource.data.${name}`),
    fieldName.map((name) => `request.resource.data['${name}']`),
    fc.constantFrom(
      'resource',
      'resource.data',
      'request.auth',
      'request.auth.uid',
      'request.time',
      'id',
      '[]',
      '{}',
      '/a/b',
    ),
  ),
  expression: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    tie('leaf'),
    fc.tuple(fc.constantFrom('!', '-'), tie('expression')).map(([op, x]) => `${op}(${x})`),
    fc
      .tuple(tie('expression'), fc.constantFrom(...binaryOps), tie('expression'))
      .map(([x, op, y]) => `((${x}) ${op} (${y}))`),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([x, y, z]) => `((${x}) ? (${y}) : (${z}))`),
    fc
      .tuple(tie('expression'), fc.constantFrom('int', 'string', 'list', 'map', 'bool', 'number'))
      .map(([x, type]) => `((${x}) is ${type})`),
    fc.tuple(tie('expression'), fc.constantFrom(...methods)).map(([x, method]) => `(${x}).${method}`),
    fc.tuple(fc.constantFrom(...functions), tie('expression')).map(([name, x]) => `${name}(${x})`),
    fc.tuple(tie('expression'), tie('expression')).map(([x, i]) => `(${x})[${i}]`),
    fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([x, i, j]) => `(${x})[${i}:${j}]`),
    fc.array(tie('expression'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc.tuple(fieldName, tie('expression')).map(([key, x]) => `{'${key}': ${x}}`),
    tie('expression').map((x) => `/things/$(${x})/c`),
  ),
}));

/** A condition that parses and uses only existing names. Most of them fail with an error when evaluated. */
export const randomCondition: fc.Arbitrary<string> = expression;

const comparison = fc.oneof(
  fc
    .tuple(fieldName, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), literal)
    .map(([f, op, v]) => `resource.data.${f} ${op} ${v}`),
  fc
    .tuple(literal, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), fieldName)
    .map(([v, op, f]) => `${v} ${op} resource.data['${f}']`),
  fc
    .tuple(fieldName, fc.array(literal, { maxLength: 3 }))
    .map(([f, vs]) => `resource.data.${f} in [${vs.join(', ')}]`),
  fc.tuple(literal, fieldName).map(([v, f]) => `${v} in resource.data.${f}`),
  fc.tuple(fieldName, literal, literal).map(([f, d, v]) => `resource.data.get('${f}', ${d}) == ${v}`),
  fieldName.map((f) => `'${f}' in resource.data`),
  fieldName.map((f) => `resource.data.${f} is int`),
  fieldName.map((f) => `resource.data.${f}`),
);

/** A condition with field comparisons, which a query's filter can decide. */
export const fieldCondition: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    comparison,
    tie('node').map((x) => `!(${x})`),
    fc
      .tuple(tie('node'), fc.constantFrom('&&', '||', '==', '!='), tie('node'))
      .map(([x, op, y]) => `((${x}) ${op} (${y}))`),
    fc.tuple(tie('node'), tie('node'), tie('node')).map(([x, y, z]) => `((${x}) ? (${y}) : (${z}))`),
  ),
})).node;
