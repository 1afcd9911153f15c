import type { OpenApi } from './open-api';

/** The fields of a payment intent that the tests read, as in Stripe's API. Amounts in minor units. */
export interface IntentAtStripe {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly payment_method_types: readonly string[];
  readonly amount_received: number;
  readonly last_payment_error: object | null;
  readonly metadata: Readonly<Record<string, string>>;
}

interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/** A complete list of Stripe's API for Ada's account, without the product's code. */
export async function listAtStripe<T extends { readonly id: string }>(
  api: OpenApi,
  path: string,
  query = '',
): Promise<readonly T[]> {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = last === undefined ? '' : `&starting_after=${last.id}`;
    const page = (await api.atStripe('GET', `${path}?limit=100${query}${after}`)) as Page<T>;
    all.push(...page.data);
    if (!page.has_more) return all;
  }
}
