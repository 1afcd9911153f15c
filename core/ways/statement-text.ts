import { wayOf } from './ways';

/**
 * What the fan's statement shows where the way to pay decides that, in the same words in every language; null = the owner's text, or nobody here knows. A
 * name that ends with `*` is followed by more, which the way to pay fills in.
 */
export function statementText(type: string | null): string | null {
  const way = wayOf(type);
  switch (way?.statement) {
    case 'stripe':
      return 'Stripe';
    case 'other':
      return way.statementName?.replace(/\*$/, '*…') ?? null;
    case 'owner':
    case undefined:
      return null;
  }
}
