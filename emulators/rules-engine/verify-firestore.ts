import { documentLookups } from './document-lookups';
import { evaluateRules } from './judge';
import { textSteps } from './match-path';
import type { FirestoreOperation, FirestoreRulesRequest, RulesBudget, RulesLookup, Verdict } from './port';
import { incomingOf, missingResource, type EngineOptions } from './missing-resource';
import { queryShape } from './query-shape';
import { dataOfQuery } from './query-facts';
import { authOf, documentSegments, resourceOf } from './resource';
import { Scope } from './scope';
import type { RulesFile } from './syntax-tree';
import { parseTime } from './time';
import { map, path, string, timestamp, type Outcome, type Unknown, type Value } from './value';
import { Work } from './work';

type Single = Exclude<FirestoreOperation, { method: 'list' }>;
type Listing = Extract<FirestoreOperation, { method: 'list' }>;

export function verifyFirestore(
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
