import type { PlainMessageId } from '../../messages/text';

const words: readonly (readonly [pattern: RegExp, message: PlainMessageId])[] = [
  [/document|verification\.(additional|proof)/, 'pay.need.document'],
  [/external_account|payout|bank/, 'pay.need.bank'],
  [/tos_acceptance|terms/, 'pay.need.terms'],
  [/id_number|tax_id|ssn|vat/, 'pay.need.idNumber'],
  [/\bdob\b|date_of_birth/, 'pay.need.birth'],
  [/address/, 'pay.need.address'],
  [/email|phone/, 'pay.need.contact'],
  [/business|company|mcc|url|product_description|industry/, 'pay.need.business'],
  [/name/, 'pay.need.name'],
];

/** Stripe's requirement names (`individual.verification.document`) as message ids, each once. */
export function requirementWords(requirements: readonly string[]): readonly PlainMessageId[] {
  const said = requirements.map(
    (name) => words.find(([pattern]) => pattern.test(name))?.[1] ?? ('pay.need.other' as const),
  );
  return [...new Set(said)];
}
