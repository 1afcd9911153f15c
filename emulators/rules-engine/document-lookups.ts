import type { LookupName, Lookups } from './builtins';
import { missingResource, type EngineOptions } from './missing-resource';
import type { RulesBudget, RulesLookup } from './port';
import { resourceOf } from './resource';
import { bool, failure, type Outcome, type Value } from './value';
import { OutOfLookups } from './work';

/** get(), exists(), getAfter() and existsAfter(). Each distinct document counts once. */
export function documentLookups(
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
