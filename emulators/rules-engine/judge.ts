import { evaluate, type Run } from './evaluate';
import { candidates, type Candidate, type PathStep, type Scope } from './match-path';
import type { Place, Expression, RequestMethod, RulesFile } from './syntax-tree';
import type { RulePlace, Verdict } from './port';
import { failure, named, type Outcome, OutOfBudget, OutOfLookups } from './value';

/** The number of top-level && operands of an allow statement that were true. */
interface Attempt {
  readonly granted: boolean;
  readonly passed: number;
  readonly of: number;
  readonly reason: string;
  readonly at: Place;
  readonly text: string;
}

/**
 * Evaluates every rule for this method and path. The first rule that is certainly true allows the request; otherwise
 * it is denied.
 */
export function evaluateRules(
  file: RulesFile,
  method: RequestMethod,
  steps: readonly PathStep[],
  globals: Scope,
  run: Run,
): Verdict {
  let closest: Attempt | null = null;
  try {
    for (const candidate of candidates(file, steps, globals)) {
      if (!candidate.allow.methods.includes(method)) continue;
      const attempt = tryRule(candidate, run);
      if (attempt.granted) return { allowed: true };
      if (closest === null || attempt.passed / attempt.of > closest.passed / closest.of) closest = attempt;
    }
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    return { allowed: false, reason: error.message, closest: closest && placeOf(closest) };
  }
  if (closest === null)
    return { allowed: false, reason: `No rule for '${method}' matches this path.`, closest: null };
  return { allowed: false, reason: closest.reason, closest: placeOf(closest) };
}

const placeOf = ({ at, text }: Attempt): RulePlace => ({ line: at.line, column: at.column, text });

function tryRule({ allow, scope }: Candidate, run: Run): Attempt {
  const { condition } = allow;
  if (condition === null)
    return { granted: true, passed: 1, of: 1, reason: '', at: allow.at, text: allow.text };
  const conjuncts = condition.kind === 'and' ? condition.operands : [condition];
  if (condition.kind === 'and') run.work.expression(condition.parentheses ?? 0);
  let passed = 0;
  let first: { reason: string; at: Place } | null = null;
  for (const [place, conjunct] of conjuncts.entries()) {
    if (place > 0) run.work.expression();
    const outcome = evaluateWithin(conjunct, scope, run);
    if (outcome.kind === 'bool' && outcome.value) passed++;
    else {
      first = {
        reason: reasonOf(outcome),
        at: (outcome.kind === 'error' ? outcome.at : undefined) ?? conjunct.at,
      };
      break;
    }
  }
  const { reason, at } = first ?? { reason: '', at: allow.at };
  return { granted: first === null, passed, of: conjuncts.length, reason, at, text: allow.text };
}

function evaluateWithin(conjunct: Expression, scope: Scope, run: Run): Outcome {
  try {
    return evaluate(conjunct, scope, run);
  } catch (error) {
    if (!(error instanceof OutOfLookups)) throw error;
    return failure(error.message);
  }
}

function reasonOf(outcome: Outcome): string {
  if (outcome.kind === 'error') return outcome.message;
  if (outcome.kind === 'unknown') {
    return 'The query can return documents for which this condition is not true.';
  }
  return outcome.kind === 'bool' ? 'This condition is false.' : `Expected a bool, found ${named(outcome)}.`;
}
