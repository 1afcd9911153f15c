import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { tipCreated, tipSession } from '@busker/core/fan-api/tip-api';
import { paths } from '@busker/core/documents/documents';
import { tipLogEntryDocument } from '@busker/core/money-documents/tip-document';
import { keptOf } from '@busker/core/money/money';
import { readTotals } from '@busker/functions/profiles/publish';
import { type Store, stored } from '@busker/functions/store/store';
import {
  checkAddress,
  checkCaching,
  checkHeaders,
  checkHealth,
  checkHostShare,
  checkLegal,
  checkMissingFiles,
  checkReadiness,
} from './checks/pages';
import { type Finding, type Site, bad, checkEmbed, jsonOf, judged, skipped } from './site';
import { checkPlatform, checkProject, checkServices, checkWebhook } from './checks/platform';

type Session = v.InferOutput<typeof tipSession>;
type Created = Extract<v.InferOutput<typeof tipCreated>, { clientSecret: string }>;

/** The time limit in milliseconds for Stripe's event. */
const patience = 60_000;
const pause = 250;

/** Milliseconds until the probe returned true; null = it did not within a minute. */
export async function within(probe: () => Promise<boolean>): Promise<number | null> {
  const began = Date.now();
  while (Date.now() - began < patience) {
    if (await probe()) return Date.now() - began;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return null;
}

async function posted<T>(
  site: Site,
  path: string,
  body: object,
  schema: v.GenericSchema<unknown, T>,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const { status, text } = await site.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const parsed = v.safeParse(schema, jsonOf(text));
  if (!parsed.success) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
  return parsed.output;
}

/** Pays with Stripe's test card, as Stripe.js does after the card form. Stripe refuses card numbers from here; the sandbox accepts nothing else. */
async function pay(site: Site, session: Session, created: Created): Promise<void> {
  const script = new URL(session.stripeJs);
  const isStripe = script.hostname === 'js.stripe.com';
  const card = {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
    'payment_method_data[card][cvc]': '123',
  };
  const [intent] = created.clientSecret.split('_secret_');
  const api = isStripe ? 'https://api.stripe.com' : script.origin;
  const { status, text } = await site.ask(`${api}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.publishableKey}`,
      ...(session.stripeAccount === null ? {} : { 'stripe-account': session.stripeAccount }),
    },
    body: new URLSearchParams({
      client_secret: created.clientSecret,
      return_url: `${site.origin}/`,
      ...(isStripe ? { payment_method: 'pm_card_visa' } : card),
    }),
  });
  if (status !== 200) throw new Error(`Stripe answered ${status}: ${text.slice(0, 200)}`);
}

async function uidOf(store: Store, handle: string): Promise<string> {
  const claim = await store.read(stored.handle(handle));
  if (claim === undefined) throw new Error(`nobody has the handle ${handle}`);
  return claim.uid;
}

/** Did an event change the tip? The log of the tip names the cause of each change. */
async function notifiedByEvent(store: Store, uid: string, tipId: string): Promise<boolean> {
  const entries = await store.find(
    { from: paths.tipLogs(uid, tipId), limit: 50 },
    tipLogEntryDocument.decode,
  );
  return entries.some(
    ({ value }) => value.ok && value.value.cause === 'webhook' && value.value.to.state === 'paid',
  );
}

async function newTip(site: Site, handle: string) {
  const session = await posted(site, '/v1/tip-sessions', { handle }, tipSession, { origin: site.origin });
  if (!session.publishableKey.startsWith('pk_test_'))
    throw new Error('the keys are live: no test card is charged');
  if (session.challenge !== null) throw new Error('the profile is under a challenge: try again later');
  const tipAmount = session.presets[0] ?? session.limits.min;
  const created = await posted(
    site,
    '/v1/tips',
    {
      handle,
      tipAmount,
      coverCosts: false,
      total: tipAmount,
      currency: session.currency,
      clientRequestId: randomUUID(),
      session: session.session,
      surface: 'elements',
      for: 'verify',
    },
    tipCreated,
    { origin: site.origin },
  );
  if (!('clientSecret' in created)) throw new Error('the tip can be paid on the page of Stripe only');
  return { session, created };
}

/** A tip that was paid with Stripe's test card. An event of Stripe changed it after `arrivedMs`; null = no event arrived. */
export async function tipWithTestCard({ site, store, uid, handle }: TestOwner) {
  const { session, created } = await newTip(site, handle);
  await pay(site, session, created);
  return { created, arrivedMs: await within(() => notifiedByEvent(store, uid, created.tipId)) };
}

export interface TestOwner {
  readonly site: Site;
  readonly store: Store;
  readonly uid: string;
  readonly handle: string;
}

export async function testOwner(site: Site, handle: string): Promise<TestOwner | null> {
  const { insight } = site;
  return insight === null
    ? null
    : { site, store: insight.store, uid: await uidOf(insight.store, handle), handle };
}

/** Sends one tip with a test card. Its event must arrive and the total must grow; after an undo, the total must be what it was before. */
export async function checkTip(site: Site): Promise<readonly Finding[]> {
  const owner = site.handle === null ? null : await testOwner(site, site.handle);
  if (owner === null)
    return [skipped('test tip', 'needs a test owner (--handle) and credentials (--project)')];
  const kept = async (currency: Session['currency']) => {
    const sums = (await readTotals(owner, owner.uid, currency))[currency];
    return sums === undefined ? 0 : keptOf(sums);
  };
  const { currency } = await posted(site, '/v1/tip-sessions', { handle: owner.handle }, tipSession, {
    origin: site.origin,
  });
  const start = await kept(currency);
  const { created, arrivedMs } = await tipWithTestCard(owner);
  if (arrivedMs === null) return [bad('test tip', `no event of Stripe within ${patience / 1000} s`)];
  const moved = (await kept(currency)) - start;
  const findings = [
    judged('test tip', null, `paid, and told by an event after ${(arrivedMs / 1000).toFixed(1)} s`),
    judged(
      'total',
      moved === created.amount ? null : `moved by ${moved}, not ${created.amount}`,
      `moved by ${moved}`,
    ),
  ];
  const authorization = `Bearer ${created.tipToken}`;
  await posted(site, `/v1/tips/${created.tipId}/undo`, {}, v.object({}), { authorization });
  const back = await within(async () => (await kept(currency)) === start);
  return [...findings, judged('undo', back === null ? 'the total is not back' : null, 'the total is back')];
}

type Check = (site: Site) => Promise<readonly Finding[]>;

const checks: Readonly<Record<string, Check>> = {
  health: checkHealth,
  readiness: checkReadiness,
  caching: checkCaching,
  'missing files': checkMissingFiles,
  headers: checkHeaders,
  embed: checkEmbed,
  'legal pages': checkLegal,
  services: checkServices,
  'counted address': checkAddress,
  webhook: checkWebhook,
  'host share': checkHostShare,
  platform: checkPlatform,
  project: checkProject,
};

/** Runs the checks one after the other, and reports each finding at once. A check that throws counts as a fault. */
export async function runChecks(
  site: Site,
  { withTip }: { readonly withTip: boolean },
  report: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  for (const [name, check] of Object.entries({ ...checks, ...(withTip ? { 'test tip': checkTip } : {}) })) {
    const found = await check(site).catch((error: unknown) => [
      bad(name, error instanceof Error ? error.message : String(error)),
    ]);
    for (const finding of found) report(finding);
    all.push(...found);
  }
  return all;
}
