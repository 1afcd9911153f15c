import { currencies } from './currencies';
import type { Currency } from './currency-codes';

/** An amount in a table, exact and without floats: 500 cents become `5.00`. */
export function tableAmount(minorUnits: number, currency: Currency, decimal: '.' | ','): string {
  const { exponent } = currencies[currency];
  const digits = String(Math.abs(minorUnits)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${minorUnits < 0 ? '-' : ''}${whole}${exponent === 0 ? '' : `${decimal}${digits.slice(-exponent)}`}`;
}
