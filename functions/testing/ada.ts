import { collections, paths } from '@busker/core/documents/documents';
import type { TipRequest } from '@busker/core/fan-api/tip-api';
import type { Decider, StandingWish } from '@busker/core/moderation/standing';
import { paymentsDocument } from '@busker/core/money-documents/stripe-account-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { noPayments, type PaymentsState } from '@busker/core/payments/payments-state';
import { draftDocument } from '@busker/core/profile-documents/profile-document';
import { defaultTipSettings, emptyDraft, type Draft } from '@busker/core/profile/draft';
import { fakeSnapshot, fakeTip, noon } from '@busker/core/testing/fakes';
import { projectTip } from '@busker/core/tip-state/tip-projection';
import type { Tip } from '@busker/core/tip/tip';
import type { Hono } from 'hono';
import { createApp } from '../app';
import type { AppConfig } from '../config';
import { LimitCounter } from '../limits/limit-counter';
import { RecentProfiles } from '../profile-cache/profile-cache';
import { signToken } from '../signed-token';
import { changeStanding, type StandingAct } from '../standing/standing-routes';
import { inMemoryDeps, type InMemoryDeps } from './in-memory-deps';
import { atStripe } from './in-memory-payments';

export const adaUid = 'uid-ada';
export const adaToken = 'token-ada';
export const fanOrigin = 'https://blog.example';

export const adaDraft: Draft = {
  ...emptyDraft,
  revision: 1,
  handle: 'ada',
  name: 'Ada Lovelace',
  bio: 'Notes on engines.',
  links: {
    site: { url: 'https://ada.example/', label: 'Site', order: 2, on: true },
    insta: { url: 'https://instagram.com/ada', label: 'Instagram', order: 1, on: true },
  },
  tips: defaultTipSettings,
};

export const adaPayments: PaymentsState = {
  ...noPayments('sandbox', false, 0),
  accountId: 'acct_ada',
  country: 'US',
  feesCountry: 'US',
  currency: 'usd',
  cardPayments: 'active',
  linkPayments: true,
};

export interface Scenario {
  readonly app: Hono;
  readonly deps: InMemoryDeps;
  readonly stripe: ReturnType<typeof atStripe>;
  /** Sends a JSON request; `origin` is the page's. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: Loose;
}

/** Any JSON, for assertions; a missing part is undefined. */
export interface Loose {
  readonly [key: string]: Loose;
}

export function word(answer: Answer, key: string): string {
  const value: unknown = answer.json[key];
  if (typeof value !== 'string') throw new Error(`${key} is no text in ${answer.text}`);
  return value;
}

/** The refused fields of an answer, sorted. */
export const refusedFields = (answer: Answer): readonly string[] =>
  Object.keys(answer.json['fields'] ?? {}).toSorted();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A server in memory without users. */
export const emptyScenario = (config: Partial<AppConfig> = {}): Scenario => scenarioOf(inMemoryDeps(config));

/** Another process of the same server, or of a later release: it shares the store and Stripe, and has its own limit counter and cards. */
export const anotherProcess = (
  { deps }: Scenario,
  release: Partial<Pick<InMemoryDeps, 'ways' | 'config'>> = {},
): Scenario =>
  scenarioOf({
    ...deps,
    ...release,
    limits: new LimitCounter(deps.store, deps.clock),
    recentProfiles: new RecentProfiles(deps.clock),
  });

function scenarioOf(deps: InMemoryDeps): Scenario {
  const app = createApp(deps);
  return {
    app,
    deps,
    stripe: atStripe(deps.payments, deps.clock.now),
    async call(method, path, body, headers = {}) {
      const sent: Record<string, string> = {
        host: new URL(deps.config.publicOrigin).host,
        origin: fanOrigin,
        'x-forwarded-for': '203.0.113.7',
        ...headers,
      };
      if (body !== undefined && sent['content-type'] === undefined) sent['content-type'] = 'application/json';
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const response = await app.request(path, {
        method,
        headers: sent,
        ...(text === undefined ? {} : { body: text }),
      });
      const answered = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text: answered,
        json: parsed(answered) as Loose,
      };
    },
  };
}

export function putDraft(deps: InMemoryDeps, uid: string, draft: Draft): void {
  deps.store.put(paths.draft(uid), draftDocument.encode(draft));
}

export function putPayments(deps: InMemoryDeps, uid: string, payments: PaymentsState): void {
  deps.store.put(paths.payments(uid), paymentsDocument.encode(payments));
}

export function signIn(deps: InMemoryDeps, uid: string, token: string): void {
  const signedInAt = deps.clock.now();
  const email = `${uid}@example.com`;
  deps.idTokens.signIn(token, {
    uid,
    guest: false,
    provider: 'password',
    email,
    emailVerified: true,
    signedInAt,
  });
}

/** The same with Ada: signed in, published, taking tips in US dollars. */
export async function adasScenario(
  config: Partial<AppConfig> = {},
  change: { readonly draft?: Partial<Draft>; readonly payments?: Partial<PaymentsState> } = {},
): Promise<Scenario> {
  const scenario = emptyScenario(config);
  const draft = { ...adaDraft, ...change.draft };
  putDraft(scenario.deps, adaUid, draft);
  putPayments(scenario.deps, adaUid, { ...adaPayments, ...change.payments });
  signIn(scenario.deps, adaUid, adaToken);
  const published = await scenario.call(
    'POST',
    '/v1/me/publish',
    { revision: draft.revision },
    { authorization: `Bearer ${adaToken}` },
  );
  if (published.status !== 200) throw new Error(`Ada could not publish: ${published.text}`);
  withoutFirstChannel(scenario.deps);
  // The profile was shown once, so the handle is Ada's for good.
  await scenario.call('GET', '/v1/profiles/ada');
  return scenario;
}

/** Tests add the channels that they need: the mail channel of a first publication would be in all of them. */
function withoutFirstChannel({ store }: InMemoryDeps): void {
  const secrets = Object.keys(store.dump()).filter((path) =>
    path.startsWith(`${collections.channelSecrets}/`),
  );
  for (const path of [paths.channels(adaUid), ...secrets]) store.drop(path);
}

let sheets = 0;

/** Each sheet is opened in a network of its own: one address may open a few in a minute only. */
export async function tipSession(scenario: Scenario, origin = fanOrigin): Promise<string> {
  sheets += 1;
  const headers = { origin, 'x-forwarded-for': `2001:db8:${sheets.toString(16)}::1` };
  const answer = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' }, headers);
  if (answer.status !== 200) throw new Error(`No session: ${answer.text}`);
  return word(answer, 'session');
}

let requests = 0;

/** A valid tip of five dollars; a new request each time. */
export async function goodTip(scenario: Scenario, change: Partial<TipRequest> = {}): Promise<TipRequest> {
  requests += 1;
  return {
    handle: 'ada',
    tipAmount: 500,
    coverCosts: false,
    total: 500,
    currency: 'usd',
    clientRequestId: `0f9b1c2d-3e4f-4a5b-8c6d-${String(requests).padStart(12, '0')}`,
    session: change.session ?? (await tipSession(scenario)),
    surface: 'elements',
    ...change,
  };
}

/** The paths of all tips in the store. */
export const storedTips = (scenario: Scenario): readonly string[] =>
  Object.keys(scenario.deps.store.dump()).filter((path) => /\/tips\/[^/]+$/.test(path));

export const bearerOf = (token: string) => ({ authorization: `Bearer ${token}` });

export interface SentTip {
  readonly tipId: string;
  readonly tipToken: string;
  readonly paymentIntentId: string;
}

/** A tip that waits for payment. */
export async function sendTip(scenario: Scenario, change: Partial<TipRequest> = {}): Promise<SentTip> {
  const answer = await scenario.call('POST', '/v1/tips', await goodTip(scenario, change));
  if (answer.status !== 201) throw new Error(`No tip: ${answer.text}`);
  const paymentIntentId = word(answer, 'clientSecret').split('_secret_')[0] ?? '';
  return { tipId: word(answer, 'tipId'), tipToken: word(answer, 'tipToken'), paymentIntentId };
}

/** A paid tip. */
export async function paidTip(scenario: Scenario, change: Partial<TipRequest> = {}): Promise<SentTip> {
  const tip = await sendTip(scenario, change);
  scenario.stripe.pay(tip.paymentIntentId);
  const reference = { uid: adaUid, tipId: tip.tipId };
  await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: tip.paymentIntentId, reference });
  return tip;
}

let events = 0;

/** Sends a webhook event as Stripe would. */
export function sendEvent(scenario: Scenario, type: string, about: Record<string, unknown>): Promise<Answer> {
  events += 1;
  const event = {
    id: `evt_${events}`,
    type,
    account: 'acct_ada',
    livemode: false,
    objectId: null,
    paymentIntentId: null,
    reference: null,
    ...about,
  };
  return scenario.call('POST', '/v1/stripe/webhook', event, { 'stripe-signature': 'genuine' });
}

/** A form of a tip's receipt, sent by the browser in which the tip began. */
export const receiptForm = (
  { deps: { config, clock } }: Scenario,
  { tipId, tipToken }: Pick<SentTip, 'tipId' | 'tipToken'>,
  fields: Readonly<Record<string, string>>,
) => ({
  path: `/t/${tipId}`,
  body: new URLSearchParams({ token: tipToken, ...fields }).toString(),
  headers: {
    origin: config.publicOrigin,
    'content-type': 'application/x-www-form-urlencoded',
    cookie: `__session=${signToken(config.secrets, 'tip-held', { uid: adaUid, tipId, until: clock.now() + 1 })}`,
  },
});

/** Ada's scenario with her Stripe account registered, since the daily sweeps go through accounts. */
export async function scenarioWithAccount(): Promise<Scenario> {
  const scenario = await adasScenario();
  const requirements: readonly string[] = [];
  const state = {
    accountId: 'acct_ada',
    country: 'US',
    currency: 'usd',
    cardPayments: 'active',
    linkPayments: true,
  } as const;
  scenario.deps.accounts.states.set('acct_ada', { ...state, requirements });
  // As an earlier release stored it.
  const owner = { v: 1, accountId: 'acct_ada', uid: adaUid, connectedAt: new Date(0), comparedAt: null };
  scenario.deps.store.put(paths.stripeAccount('acct_ada'), owner);
  return scenario;
}

/** Paid tips of one owner, without their payments at Stripe. Three of them share each moment. */
export function putTips({ store }: InMemoryDeps, ownerUid: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const tip = paidTipOf(ownerUid, index);
    store.put(paths.tip(ownerUid, tip.tipId), tipDocument.encode(tip));
  }
}

const paidTipOf = (ownerUid: string, index: number): Tip => {
  const base = fakeTip();
  return {
    ...projectTip(base, fakeSnapshot()),
    rev: 2,
    tipId: `tip${String((index * 7919) % 100_003).padStart(6, '0')}`,
    ownerUid,
    createdAt: noon + Math.floor(index / 3) * 1000,
    fan: { ...base.fan, name: `Zoë ${index}`, message: `№ ${index}, "quoted"` },
  };
};

export const admin: Decider = { name: 'root@host.example', role: 'admin' };
export const moderator: Decider = { name: 'mo@host.example', role: 'moderator' };

/** The text that owners read in tests. */
export const decisionText = 'The picture on your page is somebody else’s.';

export const wishes = {
  restore: { state: 'good' },
  limit: { state: 'limited', scope: ['bio'], until: null },
  pause: { state: 'payments-paused', until: null },
  hide: { state: 'hidden', until: null },
  suspend: { state: 'suspended', isOrder: false, until: null },
  order: { state: 'suspended', isOrder: true, until: null },
  close: { state: 'closed' },
} as const satisfies Record<string, StandingWish>;

/** Changes Ada's standing as an admin, unless `given` says otherwise. */
export const setStanding = ({ deps }: Scenario, wish: StandingWish, given: Partial<StandingAct> = {}) =>
  changeStanding(deps, {
    who: admin,
    uid: adaUid,
    wish,
    reason: decisionText,
    reportId: null,
    decisionId: null,
    ...given,
  });

/** Ada publishes with a picture; its hash. */
export async function publishPicture(scenario: Scenario): Promise<string> {
  const picture = { slot: 'picture-a', generation: '1' } as const;
  const png = new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 7]);
  scenario.deps.pictures.upload(adaUid, picture, png);
  putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 2, picture });
  await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
  const { text } = await scenario.call('GET', '/v1/profiles/ada');
  return /[0-9a-f]{64}/.exec(text)?.[0] ?? '';
}

/** Asks to connect payments as an owner does in the dashboard. */
export const connect = (
  scenario: Scenario,
  body: object = { country: 'US', currency: null },
  token = adaToken,
) => scenario.call('POST', '/v1/me/payments/connect', body, bearerOf(token));

export function paymentsIn(scenario: Scenario) {
  const payments = paymentsDocument.decode(scenario.deps.store.dump()[paths.payments(adaUid)]);
  if (!payments.ok) throw new Error('No payments');
  return payments.value;
}

/** Ada is signed in and has a draft, but no payments yet. */
export function newOwner(config: Parameters<typeof emptyScenario>[0] = {}): Scenario {
  const scenario = emptyScenario({ mode: 'connect', ...config });
  signIn(scenario.deps, adaUid, adaToken);
  putDraft(scenario.deps, adaUid, adaDraft);
  return scenario;
}

export const accountId = `acct_1_of_${adaUid}`;

export const secondId = `acct_2_of_${adaUid}`;

export function finishOnboarding(scenario: Scenario, of = accountId): void {
  const state = scenario.deps.accounts.states.get(of);
  if (state)
    scenario.deps.accounts.states.set(of, {
      ...state,
      cardPayments: 'active',
      linkPayments: true,
      requirements: [],
    });
}

/** Ada has published, and her first account takes cards. */
export async function publishedOwner(): Promise<Scenario> {
  const scenario = newOwner();
  await connect(scenario);
  finishOnboarding(scenario);
  await sendEvent(scenario, 'account.updated', { account: accountId });
  await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
  return scenario;
}

/** Ada disconnects both accounts at Stripe. */
export const cutAtStripe = (scenario: Scenario) => scenario.deps.accounts.states.clear();
