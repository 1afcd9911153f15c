/** The request is over: no rule can allow it any more, whatever `||` might absorb. */
export class OutOfBudget extends Error {}
/** The rule is over, whatever `||` might absorb; another rule may still allow. */
export class OutOfLookups extends Error {}

/** Production's limit per request. It counts every literal and name, each `&&` and `||`, and each pair of parentheses. */
const mostExpressions = 1000;
/** Ours: comparisons inside lists and maps, so that no rule file can hang the server. */
const mostSteps = 1_000_000;
/** Ours: a rule that builds something larger than any document has gone astray. */
const largest = 2_000_000;

/** Counts what one request has cost. */
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
    if (this.#steps > mostSteps) throw new OutOfBudget('The rules took too many steps.');
  }

  size(length: number): void {
    if (length > largest) throw new OutOfBudget('A rule built a value that is too large.');
    this.step(length >> 6);
  }
}
