import { Refusal } from '../wire/refusal';
import { findCardByNumber, type TestCard } from './cards';

export interface CardEntry {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
}

const cardRefusal = (code: string, message: string, param: string): Refusal =>
  new Refusal(402, { type: 'card_error', code, message, param });

function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, index) => {
      const duplicates = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (duplicates > 9 ? duplicates - 9 : duplicates);
    }, 0);
  return number.length >= 12 && sum % 10 === 0;
}

/**
 * Accepts only Stripe's test numbers, because a sandbox must never take a real card. No message contains the number.
 */
export function readCard(entry: CardEntry, now: Date): TestCard {
  const number = entry.number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardRefusal('incorrect_number', 'Your card number is incorrect.', 'number');
  const card = findCardByNumber(number);
  if (!card)
    throw cardRefusal(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://docs.stripe.com/testing.',
      'number',
    );
  if (entry.expMonth < 1 || entry.expMonth > 12)
    throw cardRefusal('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const year = entry.expYear < 100 ? 2000 + entry.expYear : entry.expYear;
  const months = (year - now.getUTCFullYear()) * 12 + entry.expMonth - 1 - now.getUTCMonth();
  if (months < 0 || months > 50 * 12)
    throw cardRefusal('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  const digits = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (!digits.test(entry.cvc))
    throw cardRefusal('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  return card;
}
