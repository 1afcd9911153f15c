/**
 * Some receivers answer with what they got, and no log may hold a fan's words. They are cut out as they stand and as JSON writes them. A single letter
 * is no secret, and stands everywhere.
 */
export function withoutWords(text: string, words: readonly string[]): string {
  return words
    .flatMap((each) => [each, JSON.stringify(each).slice(1, -1)])
    .filter((each) => each.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, each) => left.replaceAll(each, '[cut]'), text);
}
