import type { Answer } from './ada';
import type { MonthlyFan } from './monthly-fan';
import { monthlyId } from './monthly-stage';

/** The address that Stripe has of the fan, and one that it does not know. */
export const knownAddress = `${monthlyId}@fans.example`;
export const unknownAddress = 'nobody@fans.example';

/** Sends the form of `/@ada/monthly` that withdraws without the key of the receipt. */
export const withdrawOnPage = (
  { stage }: MonthlyFan,
  email: string,
  cardLast4: string,
  query = '',
): Promise<Answer> => {
  const body = new URLSearchParams({ what: 'withdraw', email, cardLast4 }).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return stage.call('POST', `/@ada/monthly${query}`, body, form);
};
