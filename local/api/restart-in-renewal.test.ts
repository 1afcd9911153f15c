import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wordsVersion } from '../../core/monthly/monthly-words';
import { cardFields, pressPay } from '../../emulators/stripe/testing/hosted-page';
import { listDocuments, offerMonthly } from './offer-monthly';
import { openWholeBackend, type WholeBackend } from './whole-backend';

const hour = 60 * 60_000;
const view = v.looseObject({
  state: v.string(),
  nextChargeAt: v.nullable(v.number()),
  payments: v.array(v.looseObject({ tipId: v.string(), state: v.string(), amount: v.number() })),
});

let backend: WholeBackend;
beforeAll(async () => {
  backend = await openWholeBackend();
  await offerMonthly({ addresses: backend.addresses() });
});
afterAll(() => backend.close());

/** A fan begins a monthly tip of five dollars on the sandbox's page. */
async function begin() {
  const { session } = await backend.fanCall(v.object({ session: v.string() }), '/v1/tip-sessions', {
    handle: 'ada',
  });
  const answer = v.object({ tipId: v.string(), tipToken: v.string(), url: v.string() });
  const { tipId, tipToken, url } = await backend.fanCall(answer, '/v1/tips', {
    handle: 'ada',
    tipAmount: 500,
    coverCosts: false,
    total: 500,
    currency: 'usd',
    clientRequestId: randomUUID(),
    session,
    surface: 'hosted',
    every: 'month',
    wordsVersion,
    language: 'en',
  });
  const page = { url: backend.addresses().stripe, publishableKey: backend.publishableKey };
  await pressPay(page, url.split('/').at(-1) ?? '', cardFields('4242424242424242'));
  const look = () => backend.call(view, 'GET', `/v1/monthly/${tipId}`, undefined, tipToken);
  await expect.poll(async () => (await look()).state).toBe('active');
  return look;
}

interface Found {
  readonly name: string;
  readonly fields: Readonly<
    Record<string, { readonly stringValue?: string; readonly integerValue?: string }>
  >;
}

/** What the store has of Ada: the number of tips, and the sum of her totals in US dollars. */
async function booked() {
  const { firestore } = backend.addresses();
  const profiles = (await listDocuments(firestore, 'profiles')) as readonly Found[];
  const ada = profiles.find(({ fields }) => fields['handle']?.stringValue === 'ada');
  const under = `profiles/${ada?.name.split('/').at(-1) ?? ''}`;
  const totals = (await listDocuments(firestore, `${under}/totals`)) as readonly Found[];
  const sum = (name: string) =>
    totals.reduce((total, { fields }) => total + Number(fields[name]?.integerValue ?? 0), 0);
  return {
    tips: (await listDocuments(firestore, `${under}/tips`)).length,
    count: sum('count'),
    gross: sum('gross'),
  };
}

// Holds pay-314.
it('a server that is stopped while a renewal is charged has its tip once after the start, and exact totals', async () => {
  const look = await begin();
  expect(await booked()).toEqual({ tips: 1, count: 1, gross: 500 });
  const due = (await look()).nextChargeAt ?? 0;

  // Stripe charges, and none of its events arrives before the server stops.
  await backend.control('webhookFaults', { drop: 1 });
  await backend.control('billing/advance', { to: due + 3 * hour, deliver: 'later' });
  expect((await look()).payments).toHaveLength(1);
  await backend.restart();
  await expect.poll(async () => (await look()).payments.map(({ state }) => state)).toEqual(['paid', 'paid']);
  await expect.poll(booked).toEqual({ tips: 2, count: 2, gross: 1000 });

  // The invoice is made, and the server stops in the hour before its charge.
  const next = (await look()).nextChargeAt ?? 0;
  await backend.control('billing/advance', { to: next + 60_000, deliver: 'each-step' });
  await backend.restart();
  expect((await look()).payments).toHaveLength(2);
  await backend.control('billing/advance', { to: next + 3 * hour, deliver: 'each-step' });
  await expect.poll(async () => (await look()).payments.map(({ amount }) => amount)).toEqual([500, 500, 500]);
  await backend.restart();
  await expect.poll(booked).toEqual({ tips: 3, count: 3, gross: 1500 });
  expect(await look()).toMatchObject({ state: 'active' });
});
