import { withoutSecrets } from '../../http/log';

/** Characters of an answer that are kept in the log of deliveries. */
const mostKept = 200;

/**
 * The part of an answer that may be kept. Some receivers answer with what they got: the fan's words and the address of the webhook, whose path is often
 * a secret, are cut out, as they stand and as JSON writes them.
 */
export function keptAnswer(text: string, privateParts: readonly string[]): string {
  const parts = privateParts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]);
  const without = parts
    .filter((part) => part.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, part) => left.replaceAll(part, '[cut]'), text);
  const kept = withoutSecrets(without).slice(0, mostKept);
  // The limit may have cut a character of two code units in two.
  return kept.replace(/[\uD800-\uDBFF]$/, '');
}
