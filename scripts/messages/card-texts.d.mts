/** What a JSON file of the card is as a part of its texts; see card-texts.mjs. */
export function cardTextsOf(
  language: string,
  part: string,
  plural: (language: string, count: number, forms: { readonly other: string }) => string,
): unknown;
