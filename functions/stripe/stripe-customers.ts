import type Stripe from 'stripe';
import { on } from './stripe-call';
import { failureOf } from './stripe-failure';

/**
 * The ids of the customers with this address, whatever its capital letters. Stripe's list compares them and has every customer at once, so it is asked
 * for the address as typed and in lower case. Stripe's search ignores them (https://docs.stripe.com/search), but finds a new customer only after a
 * minute, or after an hour while Stripe has trouble, and is not offered to accounts in India: where Stripe refuses it, the lists alone count.
 */
export async function customersOf(
  stripe: Stripe,
  account: string | null,
  email: string,
): Promise<ReadonlySet<string>> {
  const spellings = [...new Set([email, email.toLowerCase()])];
  const found = await Promise.all([
    ...spellings.map((spelling) => listed(stripe, account, spelling)),
    searched(stripe, account, email),
  ]);
  return new Set(found.flat());
}

async function listed(stripe: Stripe, account: string | null, email: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of stripe.customers.list({ email, limit: 100 }, on(account))) ids.push(id);
  return ids;
}

const inQuotes = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

async function searched(stripe: Stripe, account: string | null, email: string): Promise<readonly string[]> {
  const ids: string[] = [];
  const query = { query: `email:${inQuotes(email)}`, limit: 100 };
  try {
    for await (const customer of stripe.customers.search(query, on(account)))
      // A search could find similar addresses, too.
      if (customer.email?.toLowerCase() === email.toLowerCase()) ids.push(customer.id);
  } catch (error) {
    if (failureOf(error)?.kind !== 'refused') throw error;
  }
  return ids;
}
