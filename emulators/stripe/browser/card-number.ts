export type Brand = 'visa' | 'mastercard' | 'amex' | 'unknown';

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

export function brandOf(digits: string): Brand {
  if (digits.startsWith('4')) return 'visa';
  if (/^3[47]/.test(digits)) return 'amex';
  return /^(5[1-5]|2[2-7])/.test(digits) ? 'mastercard' : 'unknown';
}

export const numberLength = (brand: Brand): number => (brand === 'amex' ? 15 : 16);
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
