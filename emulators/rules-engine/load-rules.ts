import type { LookupName, Lookups } from './builtins';
import { checkRules } from './check-rules';
import {
  decodeFields,
  decodeJson,
  parseTime,
  bool,
  failure,
  int,
  map,
  nothing,
  path,
  string,
  timestamp,
  type Outcome,
  type Unknown,
  type Value,
  OutOfLookups,
  Work,
} from './value';
import { evaluateRules } from './judge';
import { textSteps, Scope, type PathStep } from './match-path';
import { parseRules } from './parse-rules';
import { Refusal, type RulesFile } from './syntax-tree';
import type {
  FirestoreOperation,
  FirestoreRulesRequest,
  LoadRules,
  RulesAuth,
  RulesBudget,
  RulesDocument,
  RulesLoad,
  RulesLookup,
  Ruleset,
  StorageResource,
  StorageRulesRequest,
  Verdict,
} from './port';
import { dataOfQuery, isRecord } from './query-facts';

interface EngineOptions {
  /**
   * The value of `resource` and `request.resource` when there is none. The live services and the official emulators
   * give null, and many published rules rely on that. Production's Test API gives an error, so that `resource ==
   * null` denies there.
   */
  readonly missingResource: 'null' | 'error';
}

/** The value of `resource` for a missing document. */
function missingResource(options: EngineOptions): Outcome {
  return options.missingResource === 'null' ? nothing : failure('There is no resource.');
}

/** The value of `request.resource`; with the error option, `request` has no such member. */
function incomingOf(resource: Value | null, options: EngineOptions): [string, Value][] {
  if (resource !== null) return [['resource', resource]];
  return options.missingResource === 'null' ? [['resource', nothing]] : [];
}

/** `resource`: a stored document, or the result of a write. */
function resourceOf(document: RulesDocument, database: string): Value {
  const segments = document.path.split('/');
  return map([
    ['data', decodeFields(document.fields)],
    ['id', string(segments.at(-1) ?? '')],
    ['__name__', path(documentSegments(database, segments))],
  ]);
}

const documentSegments = (database: string, segments: readonly string[]): string[] => [
  'databases',
  database,
  'documents',
  ...segments,
];

/** `request.auth`: null when not signed in. */
function authOf(auth: RulesAuth): Value {
  if (auth === null) return nothing;
  return map([
    ['uid', string(auth.uid)],
    ['token', decodeJson(auth.token)],
  ]);
}

/** get(), exists(), getAfter() and existsAfter(). Each distinct document counts once. */
function documentLookups(
  lookup: RulesLookup,
  budget: RulesBudget,
  database: string,
  options: EngineOptions,
): Lookups {
  return {
    look(name: LookupName, path: Value): Outcome {
      const document = documentPath(path, database);
      if (document === null)
        return failure(`${name}() needs the path of a document: /databases/$(database)/documents/…`);
      spend(budget, document);
      const after = name === 'getAfter' || name === 'existsAfter';
      const found = after ? lookup.getAfter(document) : lookup.get(document);
      if (name === 'exists' || name === 'existsAfter') return bool(found !== null);
      return found === null ? missingResource(options) : resourceOf(found, database);
    },
  };
}

function spend(budget: RulesBudget, document: string): void {
  if (!budget.seen.has(document) && budget.seen.size >= budget.limit) {
    throw new OutOfLookups(`The rules read more than ${budget.limit} documents.`);
  }
  if (budget.whole !== undefined) spend(budget.whole, document);
  budget.seen.add(document);
}

/** The path `a/b` in `databases/{database}/documents/a/b`, if the name is in this database. */
function documentPath(path: Value, database: string): string | null {
  if (path.kind !== 'path') return null;
  const [first, second, third, ...segments] = path.segments;
  const fits = first === 'databases' && second === database && third === 'documents';
  return fits && segments.length > 0 && segments.length % 2 === 0 ? segments.join('/') : null;
}

interface QueryShape {
  /** The path of the queried documents, below the query's parent. */
  readonly steps: readonly PathStep[];
  readonly where: unknown;
  /** `request.query`: the three documented members. Production has more, so other members are unknown. */
  readonly query: Unknown;
}

/** Parses a StructuredQuery in proto3 JSON. Unknown parts give no facts, so that they never allow the query. */
function queryShape(structuredQuery: unknown): QueryShape {
  const json = isRecord(structuredQuery) ? structuredQuery : {};
  const from = Array.isArray(json['from']) ? json['from'] : [];
  return {
    steps: from.length === 1 ? stepsOf(from[0]) : [{ kind: 'gap' }, { kind: 'one' }, { kind: 'one' }],
    where: json['where'],
    query: partly([
      ['limit', numberOf(json['limit']) ?? nothing],
      ['offset', numberOf(json['offset']) ?? int(0)],
      ['orderBy', ordersOf(Array.isArray(json['orderBy']) ? json['orderBy'] : [])],
    ]),
  };
}

function stepsOf(selector: unknown): PathStep[] {
  const { collectionId, allDescendants } = isRecord(selector) ? selector : {};
  const collection: PathStep =
    typeof collectionId === 'string' && collectionId !== ''
      ? { kind: 'text', text: collectionId }
      : { kind: 'one' };
  const below: PathStep[] = [collection, { kind: 'one' }];
  return allDescendants === true ? [{ kind: 'gap' }, ...below] : below;
}

const partly = (fields: Iterable<readonly [string, Value | Unknown]>): Unknown => ({
  kind: 'unknown',
  facts: [],
  fields: new Map(fields),
});

/** Sent as a number or as `{"value": n}`. */
function numberOf(json: unknown): Value | null {
  const number = isRecord(json) ? json['value'] : json;
  return typeof number === 'number' && Number.isSafeInteger(number) ? int(number) : null;
}

/**
 * `{field: 'ASC' or 'DESC'}`, empty without an order. The form of nested fields and of the document name (web SDKs
 * always add it) is not documented. With one of them, the other fields are known, but the whole map is not.
 */
function ordersOf(orders: readonly unknown[]): Value | Unknown {
  const known = new Map<string, Value>();
  for (const order of orders) {
    const { field, direction } = isRecord(order) ? order : {};
    const name = isRecord(field) ? field['fieldPath'] : null;
    if (typeof name !== 'string' || name === '__name__' || !/^[A-Za-z_]\w*$/.test(name)) continue;
    known.set(name, string(direction === 'DESCENDING' || direction === 2 ? 'DESC' : 'ASC'));
  }
  return known.size === orders.length ? map(known) : partly(known);
}

type Single = Exclude<FirestoreOperation, { method: 'list' }>;
type Listing = Extract<FirestoreOperation, { method: 'list' }>;

function verifyFirestore(
  file: RulesFile,
  request: FirestoreRulesRequest,
  lookup: RulesLookup,
  budget: RulesBudget,
  options: EngineOptions,
): Verdict {
  const lookups = documentLookups(lookup, budget, request.database, options);
  const run = { work: new Work(), lookups };
  const { operation } = request;
  if (operation.method !== 'list') {
    const steps = textSteps(documentSegments(request.database, operation.path.split('/')));
    return evaluateRules(file, operation.method, steps, singleGlobals(request, operation, options), run);
  }
  const shape = queryShape(operation.structuredQuery);
  const steps = [
    ...textSteps(documentSegments(request.database, segmentsOf(operation.parent))),
    ...shape.steps,
  ];
  let verdict: Verdict | null = null;
  for (const data of dataOfQuery(shape.where)) {
    verdict = evaluateRules(file, 'list', steps, listGlobals(request, operation, shape.query, data), run);
    if (!verdict.allowed) return verdict;
  }
  return verdict ?? { allowed: false, reason: 'This query selects no collection.', closest: null };
}

const segmentsOf = (documentPath: string): string[] => (documentPath === '' ? [] : documentPath.split('/'));

function singleGlobals(request: FirestoreRulesRequest, operation: Single, options: EngineOptions): Scope {
  const stored = operation.resource;
  return new Scope(
    null,
    new Map<string, Outcome>([
      ['resource', stored === null ? missingResource(options) : resourceOf(stored, request.database)],
      [
        'request',
        map([
          ...common(request, operation.method, operation.path.split('/')),
          ...(operation.method === 'get'
            ? []
            : incomingOf(
                operation.requestResource && resourceOf(operation.requestResource, request.database),
                options,
              )),
        ]),
      ],
    ]),
  );
}

/** A read has no `request.resource`, as in production. Only these members are known for a query. */
function listGlobals(
  request: FirestoreRulesRequest,
  operation: Listing,
  query: Unknown,
  data: Unknown,
): Scope {
  const resource: Unknown = { kind: 'unknown', facts: [], fields: new Map([['data', data]]) };
  return new Scope(
    null,
    new Map<string, Outcome>([
      ['resource', resource],
      [
        'request',
        {
          kind: 'unknown',
          facts: [],
          fields: new Map<string, Value | Unknown>([
            ...common(request, 'list', segmentsOf(operation.parent)),
            ['query', query],
          ]),
        },
      ],
    ]),
  );
}

function common(
  request: FirestoreRulesRequest,
  method: string,
  segments: readonly string[],
): [string, Value][] {
  return [
    ['auth', authOf(request.auth)],
    ['method', string(method)],
    ['path', path(documentSegments(request.database, segments))],
    ['time', timestamp(parseTime(request.time))],
  ];
}

/** Storage rules can only read the default database. */
const database = '(default)';

function verifyStorage(
  file: RulesFile,
  request: StorageRulesRequest,
  lookup: RulesLookup,
  budget: RulesBudget,
  options: EngineOptions,
): Verdict {
  const run = {
    work: new Work(),
    lookups: documentLookups(lookup, budget, database, { missingResource: 'error' }),
  };
  const segments = ['b', request.bucket, 'o', ...verifyStorageSegmentsOf(request)];
  if (segments.includes('')) return denied('The name has an empty segment.');
  if (request.method === 'list' && file.version === '1') return denied("A list needs rules_version = '2'.");
  return evaluateRules(
    file,
    request.method,
    verifyStorageStepsOf(request, segments),
    globalsOf(request, segments, options),
    run,
  );
}

const denied = (reason: string): Verdict => ({ allowed: false, reason, closest: null });

/** A list's prefix may end with a slash or be empty; an object's name cannot have an empty segment. */
function verifyStorageSegmentsOf({ method, name }: StorageRulesRequest): string[] {
  if (method !== 'list') return name.split('/');
  const prefix = name.replace(/\/$/, '');
  return prefix === '' ? [] : prefix.split('/');
}

/** A list returns everything below its prefix, so the rule must cover any object name there. */
function verifyStorageStepsOf(request: StorageRulesRequest, segments: readonly string[]): PathStep[] {
  return request.method === 'list'
    ? [...textSteps(segments), { kind: 'gap' }, { kind: 'one' }]
    : textSteps(segments);
}

function globalsOf(request: StorageRulesRequest, segments: readonly string[], options: EngineOptions): Scope {
  return new Scope(
    null,
    new Map<string, Outcome>([
      [
        'resource',
        request.resource === null ? missingResource(options) : verifyStorageResourceOf(request.resource),
      ],
      [
        'request',
        map([
          ['auth', authOf(request.auth)],
          ['method', string(request.method)],
          ['path', path(segments)],
          ['time', timestamp(parseTime(request.time))],
          ...incomingOf(
            request.requestResource === null ? null : verifyStorageResourceOf(request.requestResource),
            options,
          ),
        ]),
      ],
    ]),
  );
}

const times: ReadonlySet<string> = new Set(['timeCreated', 'updated']);
const numbers: ReadonlySet<string> = new Set(['generation', 'metageneration', 'size']);

/** The service writes 64-bit numbers as strings in JSON; rules see ints and timestamps. */
function verifyStorageResourceOf(resource: StorageResource): Value {
  return map(
    Object.entries(resource).map(([name, value]): [string, Value] => [name, propertyOf(name, value)]),
  );
}

function propertyOf(name: string, value: unknown): Value {
  if (typeof value === 'string' && times.has(name)) return timestamp(parseTime(value));
  if (typeof value === 'string' && numbers.has(name)) return { kind: 'int', value: BigInt(value) };
  return decodeJson(value);
}

const defaults: EngineOptions = { missingResource: 'null' };

/** Loads a rules file. The options are for cases where production's own services differ. */
export function loadRulesWith(source: string, options: EngineOptions): RulesLoad {
  try {
    const file = parseRules(source);
    const { errors, warnings } = checkRules(file);
    if (errors.length > 0) return { ok: false, issues: [...errors, ...warnings] };
    return { ok: true, ruleset: rulesetOf(file, options), warnings };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { line, column } = error.place;
    return { ok: false, issues: [{ line, column, message: error.message, severity: 'error' }] };
  }
}

export const loadRules: LoadRules = (source) => loadRulesWith(source, defaults);

function rulesetOf(file: RulesFile, options: EngineOptions): Ruleset {
  const { name } = file.service;
  return {
    service: name,
    verifyFirestore: (request, lookup, budget) =>
      name === 'cloud.firestore'
        ? denyingOnFault(() => verifyFirestore(file, request, lookup, budget, options))
        : otherService,
    verifyStorage: (request, lookup, budget) =>
      name === 'firebase.storage'
        ? denyingOnFault(() => verifyStorage(file, request, lookup, budget, options))
        : otherService,
  };
}

const otherService: Verdict = {
  allowed: false,
  reason: 'These rules are for another service.',
  closest: null,
};

/** A bug in the engine, or a request that it cannot parse, must deny access. */
function denyingOnFault(verify: () => Verdict): Verdict {
  try {
    return verify();
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    return { allowed: false, reason: `The rules engine failed: ${reason}`, closest: null };
  }
}
