import { checkRules } from './check-rules';
import type { EngineOptions } from './missing-resource';
import { parseRules } from './parse-rules';
import { Refusal } from './place';
import type { LoadRules, RulesLoad, Ruleset, Verdict } from './port';
import type { RulesFile } from './syntax-tree';
import { verifyFirestore } from './verify-firestore';
import { verifyStorage } from './verify-storage';

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
