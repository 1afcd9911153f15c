import type { Answer } from './ada';
import { monthlyId, type MonthlyFan } from './monthly-scenario';

/** The address that Stripe has of the fan, and one that it does not know. */
export const knownAddress = `${monthlyId}@fans.example`;
export const unknownAddress = 'nobody@fans.example';

/** The origin of a form, and its other fields. */
interface Sender {
  readonly query?: string;
  readonly address?: string;
  readonly challenge?: string;
}

/** Sends the form of `/@ada/monthly` that withdraws without the key of the receipt. */
export const withdrawOnPage = (
  fan: MonthlyFan,
  email: string,
  cardLast4: string,
  sender: Sender = {},
): Promise<Answer> => sendForm(fan, { what: 'withdraw', email, cardLast4 }, sender);

/** Sends the one that stops. */
export const stopOnPage = (fan: MonthlyFan, email: string, sender: Sender = {}): Promise<Answer> =>
  sendForm(fan, { email }, sender);

function sendForm(
  { scenario }: MonthlyFan,
  fields: Readonly<Record<string, string>>,
  { query = '', address = '198.51.100.7', challenge = '' }: Sender,
): Promise<Answer> {
  const body = new URLSearchParams({ ...fields, ...(challenge && { challenge }) }).toString();
  return scenario.call('POST', `/@ada/monthly${query}`, body, {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': address,
  });
}
