import { decodeJson } from './decode-wire';
import { documentLookups } from './document-lookups';
import { evaluateRules } from './judge';
import { textSteps, type PathStep } from './match-path';
import type { RulesBudget, RulesLookup, StorageResource, StorageRulesRequest, Verdict } from './port';
import { incomingOf, missingResource, type EngineOptions } from './missing-resource';
import { authOf } from './resource';
import { Scope } from './scope';
import type { RulesFile } from './syntax-tree';
import { parseTime } from './time';
import { map, path, string, timestamp, type Outcome, type Value } from './value';
import { Work } from './work';

/** Storage rules can only read the default database. */
const database = '(default)';

export function verifyStorage(
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
  const segments = ['b', request.bucket, 'o', ...segmentsOf(request)];
  if (segments.includes('')) return denied('The name has an empty segment.');
  if (request.method === 'list' && file.version === '1') return denied("A list needs rules_version = '2'.");
  return evaluateRules(
    file,
    request.method,
    stepsOf(request, segments),
    globalsOf(request, segments, options),
    run,
  );
}

const denied = (reason: string): Verdict => ({ allowed: false, reason, closest: null });

/** A list's prefix may end with a slash or be empty; an object's name cannot have an empty segment. */
function segmentsOf({ method, name }: StorageRulesRequest): string[] {
  if (method !== 'list') return name.split('/');
  const prefix = name.replace(/\/$/, '');
  return prefix === '' ? [] : prefix.split('/');
}

/** A list returns everything below its prefix, so the rule must cover any object name there. */
function stepsOf(request: StorageRulesRequest, segments: readonly string[]): PathStep[] {
  return request.method === 'list'
    ? [...textSteps(segments), { kind: 'gap' }, { kind: 'one' }]
    : textSteps(segments);
}

function globalsOf(request: StorageRulesRequest, segments: readonly string[], options: EngineOptions): Scope {
  return new Scope(
    null,
    new Map<string, Outcome>([
      ['resource', request.resource === null ? missingResource(options) : resourceOf(request.resource)],
      [
        'request',
        map([
          ['auth', authOf(request.auth)],
          ['method', string(request.method)],
          ['path', path(segments)],
          ['time', timestamp(parseTime(request.time))],
          ...incomingOf(
            request.requestResource === null ? null : resourceOf(request.requestResource),
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
function resourceOf(resource: StorageResource): Value {
  return map(
    Object.entries(resource).map(([name, value]): [string, Value] => [name, propertyOf(name, value)]),
  );
}

function propertyOf(name: string, value: unknown): Value {
  if (typeof value === 'string' && times.has(name)) return timestamp(parseTime(value));
  if (typeof value === 'string' && numbers.has(name)) return { kind: 'int', value: BigInt(value) };
  return decodeJson(value);
}
