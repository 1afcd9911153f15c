import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { createApp } from '@busker/functions/app';
import type { Deps } from '@busker/functions/deps';
import { atStripe, InMemoryPayments } from '@busker/functions/testing/in-memory-payments';
import { paths } from '@busker/core/documents/documents';
import { totalsShardDocument } from '@busker/core/money-documents/tip-document';
import { allDocuments } from '@busker/functions/store/store';
import { totalsAgree } from '@busker/functions/reconcile/reconcile-account';
import { adaAccount, adaUid, openApi, showAllMethods, type OpenApi } from '@busker/local/api/open-api';
import { unreliableRun } from '@busker/local/api/unreliable-run';
import { median, type BenchOptions, type BenchRow } from '../bench-row';

/** Each request comes from another fan, so that no limit of one address applies. */
let fans = 0;

function headers(): Record<string, string> {
  fans += 1;
  const address = `198.51.${Math.floor(fans / 250) % 250}.${(fans % 250) + 1}`;
  return { 'content-type': 'application/json', origin: 'https://blog.example', 'x-forwarded-for': address };
}

export interface Counter {
  readonly app: Hono;
  readonly deps: Deps;
  readonly payments: InMemoryPayments;
}

/** The server on the local Firestore, with a Stripe that answers at once, so that only our own work is measured. */
export function withoutStripe(api: OpenApi): Counter {
  const payments = new InMemoryPayments(() => Date.now());
  const config = { ...api.deps.config, clientAddress: { kind: 'proxy', hops: 1 } as const };
  const deps = { ...api.deps, config, payments };
  return { app: createApp(deps), deps, payments };
}

async function post(app: Hono, path: string, body: object, more: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { ...headers(), ...more }, body: JSON.stringify(body) };
  const answer = await app.request(path, init);
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

async function tipBody(app: Hono) {
  const { session } = await post(app, '/v1/tip-sessions', { handle: 'ada' });
  const amounts = { tipAmount: 500, coverCosts: false, total: 500, currency: 'usd' };
  return { handle: 'ada', ...amounts, clientRequestId: randomUUID(), session, surface: 'elements' };
}

const paid = (tipId: string, id: string) => ({
  id: `evt_${randomUUID()}`,
  type: 'payment_intent.succeeded',
  account: adaAccount,
  livemode: false,
  objectId: id,
  paymentIntentId: id,
  reference: { uid: adaUid, tipId },
});

/** Median milliseconds of making one tip, and of the webhook that makes it paid. */
export async function ownWork({ app, payments }: Counter, rounds: number) {
  const stripe = atStripe(payments, () => Date.now());
  const [tips, hooks]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const body = await tipBody(app);
    const before = performance.now();
    const made = await post(app, '/v1/tips', body);
    tips.push(performance.now() - before);
    const { tipId = '', clientSecret = '' } = made;
    const id = clientSecret.split('_secret_')[0] ?? '';
    stripe.pay(id);
    const event = paid(tipId, id);
    const rung = performance.now();
    await post(app, '/v1/stripe/webhook', event, { 'stripe-signature': 'genuine' });
    hooks.push(performance.now() - rung);
  }
  // The first rounds compile and connect.
  const warm = Math.min(20, Math.floor(rounds / 4));
  return { tip: median(tips.slice(warm)), webhook: median(hooks.slice(warm)) };
}

/** This many fans of one profile tip at the same moment. Returns how many were refused, the total time, and the time of making each tip. */
export async function crowd({ app, payments }: Counter, size: number) {
  const stripe = atStripe(payments, () => Date.now());
  const bodies: Awaited<ReturnType<typeof tipBody>>[] = [];
  for (let fan = 0; fan < size; fan += 1) bodies.push(await tipBody(app));
  const began = performance.now();
  const each: number[] = [];
  const results = await Promise.allSettled(
    bodies.map(async (body) => {
      const { tipId = '', clientSecret = '' } = await post(app, '/v1/tips', body);
      each.push(performance.now() - began);
      const id = clientSecret.split('_secret_')[0] ?? '';
      stripe.pay(id);
      await post(app, '/v1/stripe/webhook', paid(tipId, id), { 'stripe-signature': 'genuine' });
    }),
  );
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  return { refused, ms: performance.now() - began, each };
}

/** Money: what a tip and a webhook cost without Stripe, a crowd at one profile, and the bad day of 2,000 tips. */
export async function run({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  // The TypeScript runner maps every stack trace, and the Firestore SDK creates one per call. A deployed server does not.
  process.setSourceMapsEnabled(false);
  const api = await openApi({ LIMIT_FACTOR: '1000000' });
  try {
    const calm = withoutStripe(api);
    const work = await ownWork(calm, quick ? 40 : 200);
    const size = 200;
    const many = await crowd(calm, size);
    for (const refused of many.refused.slice(0, 3)) log(refused);
    const shards: string[] = [];
    for await (const { path } of allDocuments(
      api.deps.store,
      paths.totals(adaUid),
      totalsShardDocument.decode,
    ))
      shards.push(path);
    const agree = await totalsAgree(api.deps, adaUid);
    return [
      { what: 'POST /v1/tips, own work, median', value: work.tip, unit: 'ms', atMost: 15 },
      { what: 'webhook, own work, median', value: work.webhook, unit: 'ms', atMost: 15 },
      {
        what: `${size} tips to one profile at once: refused`,
        value: many.refused.length,
        unit: 'count',
        atMost: 0,
      },
      {
        what: `${size} tips to one profile at once: made and paid`,
        value: many.ms,
        unit: 'ms',
        atMost: null,
      },
      {
        what: 'shards that carry their totals',
        value: shards.length,
        unit: 'count',
        atMost: null,
        atLeast: 4,
      },
      { what: 'totals that differ from the tips', value: agree ? 0 : 1, unit: 'count', atMost: 0 },
      ...(await badDay(quick ? 100 : 2000, log)),
    ];
  } finally {
    await api.close();
  }
}

/** On its own server: the measurements above leave tips without payments in the sandbox. In euros, where most payment methods are. */
async function badDay(tips: number, log: BenchOptions['log']): Promise<BenchRow[]> {
  const api = await openApi({ LIMIT_FACTOR: '1000000' }, { home: { country: 'NL', currency: 'eur' } });
  await showAllMethods(api);
  try {
    const seen = await unreliableRun(api, tips, 20_261_121, 'any-way');
    for (const difference of seen.differing.slice(0, 10)) log(difference);
    log(
      `of ${tips} tips ${seen.stored} were stored, ${seen.paid} paid, ${seen.refunded} refunded, ${seen.disputed} disputed`,
    );
    return [
      {
        what: `tips of ${tips} that differ from Stripe after a bad day`,
        value: seen.differing.length,
        unit: 'count',
        atMost: 0,
      },
      { what: 'totals that differ from Stripe', value: seen.totalsExact ? 0 : 1, unit: 'count', atMost: 0 },
      { what: 'tips paid on that day', value: seen.paid, unit: 'count', atMost: null, atLeast: tips / 2 },
    ];
  } finally {
    await api.close();
  }
}
