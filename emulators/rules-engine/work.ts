/** Ends the request: no rule can allow it any more, even inside `||`. */
export class OutOfBudget extends Error {}
/** Ends the rule, even inside `||`; another rule may still allow the request. */
export class OutOfLookups extends Error {}

/**
 * Production's limit for each request. It counts every literal and name, each `&&` and `||`, and each pair of
 * parentheses.
 */
const mostExpressions = 1000;
/** Our own limit: comparisons inside lists and maps, so that no rules file can block the server. */
const mostSteps = 1_000_000;
/** Our own limit: no useful rule builds a value larger than any document. */
const largest = 2_000_000;

/** Counts the cost of one request. */
export class Work {
  #expressions = 0;
  #steps = 0;

  expression(count = 1): void {
    this.#expressions += count;
    if (this.#expressions > mostExpressions) {
      throw new OutOfBudget(`More than ${mostExpressions} expressions were evaluated.`);
    }
  }

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > mostSteps) throw new OutOfBudget('The rules needed too many steps.');
  }

  size(length: number): void {
    if (length > largest) throw new OutOfBudget('A rule built a value that is too large.');
    this.step(length >> 6);
  }
}
