import { currencies } from './currencies';
import type { Money } from './money';

/** An amount of at least zero in major units with a point, for programs: `5.00`, `500`, `1.500`. */
export function decimalAmount({ minorUnits, currency }: Money): string {
  const { exponent } = currencies[currency];
  if (exponent === 0) return String(minorUnits);
  const digits = String(minorUnits).padStart(exponent + 1, '0');
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
