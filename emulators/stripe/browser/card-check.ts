import { brandOf, cvcLength, digitsOf, numberLength, passesLuhn } from './card-number';

export type FieldName = 'number' | 'expiry' | 'cvc' | 'country' | 'postalCode';

/** Stripe.js's codes for validation errors. */
export type FieldIssue =
  | 'incomplete_number'
  | 'invalid_number'
  | 'incomplete_expiry'
  | 'invalid_expiry_month'
  | 'invalid_expiry_year_past'
  | 'incomplete_cvc'
  | 'incomplete_zip';

export interface CardValues {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly country: string;
  readonly postalCode: string;
}

/** Countries whose banks check the postal code. */
export const asksPostalCode = (country: string): boolean => ['US', 'CA', 'GB'].includes(country);

function checkNumber(text: string): FieldIssue | null {
  const digits = digitsOf(text);
  if (digits.length < numberLength(brandOf(digits))) return 'incomplete_number';
  return passesLuhn(digits) ? null : 'invalid_number';
}

function checkExpiry(text: string, now: Date): FieldIssue | null {
  const digits = digitsOf(text);
  if (digits.length < 4) return 'incomplete_expiry';
  const month = Number(digits.slice(0, 2));
  if (month < 1 || month > 12) return 'invalid_expiry_month';
  const monthsLeft = (2000 + Number(digits.slice(2)) - now.getFullYear()) * 12 + month - 1 - now.getMonth();
  return monthsLeft < 0 ? 'invalid_expiry_year_past' : null;
}

/** The first error of each field, in the order of the fields on the form. */
export function checkCard(
  values: CardValues,
  shown: { readonly postalCode: boolean },
  now: Date,
): readonly (readonly [FieldName, FieldIssue])[] {
  const brand = brandOf(digitsOf(values.number));
  const issues: readonly (readonly [FieldName, FieldIssue | null])[] = [
    ['number', checkNumber(values.number)],
    ['expiry', checkExpiry(values.expiry, now)],
    ['cvc', digitsOf(values.cvc).length < cvcLength(brand) ? 'incomplete_cvc' : null],
    // Stripe requires it. Here it may stay empty: no bank checks it, and test cards have none.
    [
      'postalCode',
      shown.postalCode && asksPostalCode(values.country) && [1, 2].includes(values.postalCode.trim().length)
        ? 'incomplete_zip'
        : null,
    ],
  ];
  return issues.filter((entry): entry is readonly [FieldName, FieldIssue] => entry[1] !== null);
}
