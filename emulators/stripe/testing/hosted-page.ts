import type { Page } from '@playwright/test';
import { PUBLISHABLE_KEY } from './open-sandbox';

/** Where the sandbox is, and its key; without one, that of the sandbox's own tests. */
export interface Where {
  readonly url: string;
  readonly publishableKey?: string;
}

type Fields = Readonly<Record<string, string>>;

export interface PageAnswer {
  readonly status: number;
  readonly body: {
    readonly status?: string;
    readonly redirect?: string | null;
    readonly challenge?: { readonly address: string; readonly place: 'above' | 'app' | 'page' } | null;
    readonly problem?: string | null;
    readonly error?: { readonly code?: string; readonly param?: string; readonly message: string };
  };
}

/** What the page sends of a card. */
export const cardFields = (number: string): Fields => ({
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '40',
  'card[cvc]': '123',
});

const bearer = ({ publishableKey = PUBLISHABLE_KEY }: Where) => ({
  authorization: `Bearer ${publishableKey}`,
});

async function ask(where: Where, path: string, fields?: Fields): Promise<PageAnswer> {
  const answer = await fetch(`${where.url}${path}`, {
    headers: bearer(where),
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  return { status: answer.status, body: (await answer.json()) as PageAnswer['body'] };
}

/** What the script of a hosted page asks when the buyer presses Pay. With the field `currency` the buyer pays in that one, else in the session's. */
export const pressPay = (where: Where, session: string, fields: Fields): Promise<PageAnswer> =>
  ask(where, `/sandbox/checkout/${session}/pay`, { email: 'fan@example.com', ...fields });

/** What the script asks after the bank's page. */
export const lookAtPage = (where: Where, session: string): Promise<PageAnswer> =>
  ask(where, `/sandbox/checkout/${session}`);

/** Answers on the page of a bank or an app; the address where that page leads. */
export async function answerBank(
  where: Where,
  { body: { challenge } }: Pick<PageAnswer, 'body'>,
  outcome: 'complete' | 'fail' | 'later',
): Promise<string | null> {
  const { pathname, searchParams } = new URL(challenge?.address ?? '');
  const answer = await fetch(`${where.url}${pathname}/${outcome}`, {
    method: 'POST',
    headers: bearer(where),
    body: new URLSearchParams({ source: searchParams.get('source') ?? '' }),
  });
  return ((await answer.json()) as { return_url: string | null }).return_url;
}

/** An address of a fan in this country, e.g. `DE`, as a session's `customer_email`. */
export const fanIn = (country: string): string => `fan+location_${country}@example.com`;

export interface ShownPrice {
  readonly currency: string;
  /** In minor units. */
  readonly amount: number;
  readonly ways: readonly string[];
  readonly isChosen: boolean;
}

/** The currencies that the hosted page at this address lets the fan choose; none where there is nothing to choose. */
export async function shownPrices(address: string): Promise<readonly ShownPrice[]> {
  const page = await (await fetch(address)).text();
  return [...page.matchAll(/<input[^>]*name="currency"[^>]*>/g)].map(([radio]) => {
    const field = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(radio)?.[1] ?? '';
    return {
      currency: field('value'),
      amount: Number(field('data-amount')),
      ways: field('data-ways').split(' '),
      isChosen: /\schecked/.test(radio),
    };
  });
}

/** In a browser: chooses a currency on the hosted page. */
export const chooseCurrency = (page: Page, currency: string): Promise<void> =>
  page.locator(`input[name="currency"][value="${currency}"]`).check();
