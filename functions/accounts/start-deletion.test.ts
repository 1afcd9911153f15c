import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { defaultPreferences, preferencesDocument } from '@busker/core/account/account-document';
import { paths } from '@busker/core/documents/documents';
import { ownDomainDocument, provedDomainDocument } from '@busker/core/domains/domain-document';
import { newProgress } from '@busker/core/domains/own-domain';
import type { TipRequest } from '@busker/core/fan-api/tip-api';
import { consentDocument, monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { profileDocument } from '@busker/core/profile-documents/profile-document';
import { appealDocument, standingDocument } from '@busker/core/moderation/report-document';
import { fakeProfile, fakeStanding, noon, fakeMonthly } from '@busker/core/testing/fakes';
import { runSweep, runSweeps } from '../jobs/run-sweep';
import { stored } from '../store/store';
import {
  adaDraft,
  adaPayments,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  goodTip,
  paidTip,
  putDraft,
  putPayments,
  refusedFields,
  sendEvent,
  sendTip,
  signIn,
  storedTips,
  word,
  scenarioWithAccount,
  type Answer,
  type Scenario,
} from '../testing/ada';
import { interleave } from '../testing/in-memory-deps';
import { putChannel, putDelivery, putEvent, putAlert, putOverlay } from '../testing/put-channels';
import { fakeAppeal } from '../testing/reports';
import { workOff } from '../testing/stored-state';
import { sweepConsents } from './start-deletion';

const remove = (scenario: Scenario, handle = 'ada') =>
  scenario.call('POST', '/v1/me/delete', { handle }, bearerOf(adaToken));

const stateOf = async ({ deps }: Scenario) => (await deps.store.read(stored.leaving(adaUid)))?.state;

describe('POST /v1/me/delete', () => {
  // Holds dash-027, pay-153.
  it('removes all data of the owner and the fans except the ledger', async () => {
    const scenario = await adasScenario();
    const paid = await paidTip(scenario, { name: 'Zoe', message: 'Hello' });
    const open = await sendTip(scenario, { name: 'Yves' });
    const answer = await remove(scenario);
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: { deleted: true } });
    const left = scenario.deps.store.dump();
    expect(left[paths.ledgerEntry(adaUid, paid.tipId)]).toMatchObject({
      amount: 500,
      currency: 'usd',
      refunded: 0,
    });
    expect(left[paths.ledgerEntry(adaUid, open.tipId)]).toBeUndefined();
    expect(left[paths.handle('ada')]).toMatchObject({ state: 'retired' });
    expect(Object.keys(left).filter((path) => /^(profiles|drafts|accounts)\//.test(path))).toEqual([]);
    expect(JSON.stringify(left)).not.toMatch(/Zoe|Yves|Hello|Lovelace/);
    expect(scenario.deps.idTokens.removed).toEqual([adaUid]);
    expect(scenario.deps.payments.payments.get(open.paymentIntentId)?.intent.status).toBe('canceled');
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(404);
  });

  // Holds dash-027.
  it('keeps the handle taken', async () => {
    const scenario = await adasScenario();
    await remove(scenario);
    signIn(scenario.deps, 'uid-eve', 'token-eve');
    putDraft(scenario.deps, 'uid-eve', adaDraft);
    const taken = await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf('token-eve'));
    expect(taken.json['code']).toBe('handle-taken');
  });

  // Holds pay-153.
  it('is allowed with open payments on a disconnected account, whose events no longer arrive', async () => {
    const scenario = await scenarioWithAccount();
    const tip = await paidTip(scenario);
    scenario.stripe.dispute(tip.paymentIntentId, 'needs_response');
    await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId: tip.paymentIntentId });
    expect((await remove(scenario)).json['code']).toBe('account-busy');
    scenario.deps.accounts.states.clear();
    await sendEvent(scenario, 'account.application.deauthorized', { objectId: 'acct_ada' });
    expect((await remove(scenario)).json).toEqual({ deleted: true });
  });

  it('is allowed with them also when another account has replaced it', async () => {
    const scenario = await scenarioWithAccount();
    const tip = await paidTip(scenario);
    scenario.stripe.dispute(tip.paymentIntentId, 'needs_response');
    await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId: tip.paymentIntentId });
    putPayments(scenario.deps, adaUid, { ...adaPayments, accountId: 'acct_new' });
    expect((await remove(scenario)).json).toEqual({ deleted: true });
  });

  // Holds dash-028, pay-153.
  it('is refused while a refund or a dispute is open, and works once it is settled', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    scenario.stripe.dispute(tip.paymentIntentId, 'needs_response');
    await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId: tip.paymentIntentId });
    expect((await remove(scenario)).json['code']).toBe('account-busy');
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(200);
    scenario.stripe.dispute(tip.paymentIntentId, 'lost');
    await sendEvent(scenario, 'charge.dispute.closed', { paymentIntentId: tip.paymentIntentId });
    const waiting = await paidTip(scenario);
    scenario.stripe.refund(waiting.paymentIntentId, 100, 'pending');
    await sendEvent(scenario, 'refund.created', { paymentIntentId: waiting.paymentIntentId });
    expect((await remove(scenario)).json['code']).toBe('account-busy');
    const payment = scenario.deps.payments.payments.get(waiting.paymentIntentId);
    if (payment) payment.refunds = payment.refunds.map((each) => ({ ...each, status: 'succeeded' }));
    await sendEvent(scenario, 'refund.updated', { paymentIntentId: waiting.paymentIntentId });
    expect((await remove(scenario)).status).toBe(200);
    const books = scenario.deps.store.dump();
    expect(books[paths.ledgerEntry(adaUid, tip.tipId)]).toMatchObject({ disputed: 500 });
    expect(books[paths.ledgerEntry(adaUid, waiting.tipId)]).toMatchObject({ refunded: 100 });
  });

  it('goes on by itself after Stripe was unavailable, and at once when it is repeated', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.deps.payments.failNext('cancelIntent', { kind: 'unavailable', error: new Error('cut') });
    expect(await remove(scenario)).toMatchObject({ status: 202, json: { deleted: false } });
    expect(scenario.deps.idTokens.removed).toEqual([]);
    expect(await stateOf(scenario)).toMatchObject({ name: 'retrying', step: 'payments' });
    scenario.deps.payments.failNext('cancelIntent', { kind: 'unavailable', error: new Error('cut') });
    expect((await remove(scenario)).status).toBe(202);
    scenario.deps.clock.advance(10 * 60_000);
    await workOff(scenario.deps);
    expect(await stateOf(scenario)).toEqual({ name: 'done' });
    expect(scenario.deps.payments.payments.get(tip.paymentIntentId)?.intent.status).toBe('canceled');
  });

  // Holds pay-153.
  it('late events still update the ledger', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    await remove(scenario);
    scenario.stripe.refund(tip.paymentIntentId, 200);
    const late = await sendEvent(scenario, 'refund.created', { paymentIntentId: tip.paymentIntentId });
    expect(late.status).toBe(200);
    expect(scenario.deps.store.dump()[paths.ledgerEntry(adaUid, tip.tipId)]).toMatchObject({ refunded: 200 });
  });

  // Holds dash-029.
  it('makes every route refuse the token of the deleted account', async () => {
    const scenario = await adasScenario();
    await remove(scenario);
    putDraft(scenario.deps, adaUid, adaDraft);
    const answers = [
      await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken)),
      await scenario.call('GET', '/v1/me/sites', undefined, bearerOf(adaToken)),
      await scenario.call('POST', '/v1/me/links/check', undefined, bearerOf(adaToken)),
      await scenario.call('POST', '/v1/me/payments/refresh', undefined, bearerOf(adaToken)),
      await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken)),
      await remove(scenario),
    ];
    const refused = answers.map(({ status, json }) => [status, json['code']]);
    expect(refused).toEqual(answers.map(() => [401, 'sign-in-required']));
    const handle = await scenario.call('GET', '/v1/handles/ada', undefined, bearerOf(adaToken));
    expect(handle.json).toMatchObject({ state: 'taken' });
  });

  it('prevents a publication that started before it', async () => {
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    const transaction = store.transaction.bind(store);
    putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 2 });
    store.transaction = async (work) => {
      store.transaction = transaction;
      await remove(scenario);
      putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 2 });
      return transaction(work);
    };
    const late = await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    expect(late).toMatchObject({ status: 401, json: { code: 'sign-in-required' } });
    expect(store.dump()[paths.profile(adaUid)]).toBeUndefined();
  });

  it('can be repeated after the sign-in service was unavailable, while nothing else is allowed', async () => {
    const scenario = await adasScenario();
    const { idTokens } = scenario.deps;
    const gone = idTokens.remove.bind(idTokens);
    idTokens.remove = () => Promise.reject(new Error('cut'));
    expect((await remove(scenario)).status).toBe(202);
    const publish = await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
    expect(publish.json['code']).toBe('sign-in-required');
    idTokens.remove = gone;
    expect((await remove(scenario)).json).toEqual({ deleted: true });
  });

  it('requires the handle and a sign-in of the last ten minutes', async () => {
    const scenario = await adasScenario();
    expect(refusedFields(await remove(scenario, 'grace'))).toEqual(['handle']);
    scenario.deps.clock.advance(10 * 60_000 + 1);
    expect((await remove(scenario)).json['code']).toBe('recent-sign-in-required');
    expect(scenario.deps.idTokens.removed).toEqual([]);
  });
});

/** The fan's card requests a tip and is charged as soon as possible, and Stripe sends the event. */
async function tipAndPay(scenario: Scenario, request: TipRequest): Promise<void> {
  const made = await scenario.call('POST', '/v1/tips', request);
  if (made.status !== 201) return;
  const paid = request.surface === 'hosted' ? payHosted(scenario, made) : payInPage(scenario, made);
  if (paid === undefined) return;
  const reference = { uid: adaUid, tipId: word(made, 'tipId') };
  await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: paid, reference });
}

function payInPage(scenario: Scenario, made: Answer): string | undefined {
  const id = word(made, 'clientSecret').split('_secret_')[0] ?? '';
  const status = scenario.deps.payments.payments.get(id)?.intent.status;
  if (status !== 'requires_payment_method') return undefined;
  scenario.stripe.pay(id);
  return id;
}

function payHosted(scenario: Scenario, made: Answer): string | undefined {
  const sessionId = word(made, 'url').split('/').at(-1) ?? '';
  const isOpen = scenario.deps.payments.sessions.get(sessionId)?.status === 'open';
  return isOpen ? scenario.stripe.payHosted(sessionId) : undefined;
}

const scenes = {
  'a tip in the page': { surface: 'elements', lostAnswer: false },
  'a tip on Stripe’s page': { surface: 'hosted', lostAnswer: false },
  'a tip that is asked for again after a lost answer': { surface: 'elements', lostAnswer: true },
  'a page that is asked for again after a lost answer': { surface: 'hosted', lostAnswer: true },
} as const;

type Scene = (typeof scenes)[keyof typeof scenes];

const cut = { kind: 'unavailable', error: new Error('cut') } as const;

/** Runs a tip and the deletion of the account in these turns (0 = the tip). Returns the number of steps of each. */
async function play({ surface, lostAnswer }: Scene, turns: readonly number[]): Promise<readonly number[]> {
  const scenario = await adasScenario();
  const { payments } = scenario.deps;
  const request = await goodTip(scenario, { surface });
  if (lostAnswer) {
    payments.failNext(surface === 'hosted' ? 'openCheckout' : 'createIntent', cut, 'after');
    await scenario.call('POST', '/v1/tips', request);
  }
  let deleted: Answer | undefined;
  const remove = async () => {
    deleted = await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  };
  const steps = await interleave(scenario.deps, [() => tipAndPay(scenario, request), remove], turns);
  expect(deleted?.json).toEqual({ deleted: true });
  const left = scenario.deps.store.dump();
  for (const { intent, order } of payments.payments.values()) {
    const isPaid = intent.status === 'succeeded';
    const entry = left[paths.ledgerEntry(adaUid, order.tipId)];
    expect(entry === undefined ? 0 : entry['amount'], `paid: ${isPaid}`).toBe(isPaid ? 500 : 0);
  }
  expect(storedTips(scenario)).toEqual([]);
  expect(Object.keys(left).filter((path) => path.startsWith(paths.profile(adaUid)))).toEqual([]);
  return steps;
}

const times = (count: number, player: number): readonly number[] =>
  Array.from({ length: count }, () => player);

describe('deleting an account during a tip', () => {
  it.each(Object.entries(scenes))(
    'puts every payment of %s into the ledger, or prevents it: one of both stops after each of its steps, for each step of the other',
    async (_name, scene) => {
      const [tip = 0, deletion = 0] = await play(scene, []);
      expect(Math.min(tip, deletion)).toBeGreaterThan(3);
      const nth = inject('everyNthOrder');
      const [tipSteps, deletionSteps] = [tip, deletion + 6];
      for (let before = 0; before <= tipSteps; before += 1) {
        for (let between = before % nth; between <= deletionSteps; between += nth) {
          await play(scene, [...times(before, 0), ...times(between, 1), ...times(99, 0)]);
          await play(scene, [...times(between, 1), ...times(before, 0), ...times(99, 1)]);
        }
      }
    },
  );

  // Holds pay-154.
  it('puts every payment into the ledger, or prevents it, in any order of steps', async () => {
    const anyScene = fc.constantFrom(...Object.values(scenes));
    const run = fc.tuple(fc.constantFrom(0, 1), fc.integer({ min: 1, max: 12 }));
    const anyTurns = fc
      .array(run, { maxLength: 12 })
      .map((runs) => runs.flatMap(([who, count]) => times(count, who)));
    await fc.assert(
      fc.asyncProperty(anyScene, anyTurns, async (scene, turns) => void (await play(scene, turns))),
    );
  });

  // Holds pay-154.
  it('puts a payment into the ledger when its event arrives after the deletion', async () => {
    const scenario = await adasScenario();
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    const order = {
      account: 'acct_ada',
      uid: adaUid,
      tipId: 'late',
      amount: 500,
      currency: 'usd',
      keyRound: 0,
      ways: ['card', 'link'],
    } as const;
    const id = scenario.deps.payments.make({ ...order, applicationFee: 0, description: '' });
    scenario.stripe.pay(id);
    const about = { paymentIntentId: id, reference: { uid: adaUid, tipId: 'late' } };
    expect((await sendEvent(scenario, 'payment_intent.succeeded', about)).status).toBe(200);
    const entry = () => scenario.deps.store.dump()[paths.ledgerEntry(adaUid, 'late')];
    expect(entry()).toMatchObject({ amount: 500, currency: 'usd', refunded: 0, paymentIntentId: id });
    scenario.stripe.refund(id, 200);
    await sendEvent(scenario, 'charge.refunded', about);
    expect(entry()).toMatchObject({ amount: 500, refunded: 200 });
  });
});

const day = 24 * 60 * 60_000;
const png = new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 1]);

const swept = async ({ deps }: Scenario) =>
  (await runSweep(deps, 'daily')).find(({ sweep }) => sweep === 'sweep-guests');

function putAll({ deps }: Scenario, uid: string): void {
  const picture = { slot: 'picture-a', generation: '1' } as const;
  putDraft(deps, uid, { ...adaDraft, picture });
  deps.store.put(paths.account(uid), preferencesDocument.encode(defaultPreferences));
  deps.pictures.upload(uid, picture, png);
}

/** What a user may leave who read the terms, began to connect an account, and used the wallets. */
function putServerDocuments({ deps: { store } }: Scenario, uid: string): void {
  for (const path of [paths.seenTerms(uid), paths.connecting(uid), paths.walletSites(uid)])
    store.put(path, { v: 1 });
}

function signInGuest({ deps }: Scenario, uid: string): void {
  deps.idTokens.signIn(`token-${uid}`, {
    uid,
    guest: true,
    provider: 'anonymous',
    email: null,
    emailVerified: false,
    signedInAt: deps.clock.now(),
  });
}

const documentsOf = ({ deps }: Scenario, uid: string) =>
  Object.keys(deps.store.dump()).filter((path) => path.split('/')[1] === uid && !path.startsWith('deleted/'));

async function uploadsOf({ deps }: Scenario, owner: string): Promise<number> {
  let found = 0;
  for await (const { uid } of deps.pictures.uploads()) if (uid === owner) found += 1;
  return found;
}

describe('the sweep of guests', () => {
  // Holds dash-011.
  it('removes a guest with all data 60 days after their last visit, and nobody else', async () => {
    const scenario = emptyScenario();
    signInGuest(scenario, 'left');
    signIn(scenario.deps, 'owner', 'token-owner');
    putAll(scenario, 'left');
    putAll(scenario, 'owner');
    scenario.deps.clock.advance(60 * day);
    expect(await swept(scenario)).toMatchObject({ checked: 0, changed: 0 });
    signInGuest(scenario, 'new');
    putAll(scenario, 'new');
    scenario.deps.clock.advance(1);
    expect(await swept(scenario)).toMatchObject({ checked: 1, changed: 1 });
    expect({
      documentsOf: documentsOf(scenario, 'left'),
      uploadsOf: await uploadsOf(scenario, 'left'),
    }).toEqual({
      documentsOf: [],
      uploadsOf: 0,
    });
    expect(scenario.deps.idTokens.removed).toEqual(['left']);
    expect(scenario.deps.store.dump()[paths.deletion('left')]).toBeDefined();
    for (const uid of ['owner', 'new']) {
      expect(documentsOf(scenario, uid)).toEqual([paths.account(uid), paths.draft(uid)]);
      expect(await uploadsOf(scenario, uid)).toBe(1);
    }
    expect(await swept(scenario)).toMatchObject({ checked: 0, changed: 0 });
  });

  it('removes documents without a user', async () => {
    const scenario = emptyScenario();
    putAll(scenario, 'gone');
    putServerDocuments(scenario, 'gone');
    scenario.deps.idTokens.removed.push('gone');
    expect(await swept(scenario)).toMatchObject({ checked: 1, changed: 1 });
    expect({
      documentsOf: documentsOf(scenario, 'gone'),
      uploadsOf: await uploadsOf(scenario, 'gone'),
    }).toEqual({
      documentsOf: [],
      uploadsOf: 0,
    });
  });

  it.each(['profile', 'payments'] as const)('keeps a user with a %s document', async (kind) => {
    const scenario = emptyScenario();
    signInGuest(scenario, 'odd');
    putAll(scenario, 'odd');
    const profile = profileDocument.encode(fakeProfile({ uid: 'odd' }));
    if (kind === 'profile') scenario.deps.store.put(paths.profile('odd'), profile);
    else putPayments(scenario.deps, 'odd', adaPayments);
    scenario.deps.clock.advance(61 * day);
    expect(await swept(scenario)).toMatchObject({ checked: 1, changed: 0 });
    expect(documentsOf(scenario, 'odd')).toHaveLength(3);
    expect(scenario.deps.idTokens.removed).toEqual([]);
  });

  it('keeps a guest who came back since the list was made', async () => {
    const scenario = emptyScenario();
    signInGuest(scenario, 'back');
    putAll(scenario, 'back');
    scenario.deps.clock.advance(61 * day);
    const { store } = scenario.deps;
    const look = store.readVersioned.bind(store);
    store.readVersioned = async (docs) => {
      signInGuest(scenario, 'back');
      return look(docs);
    };
    expect(await swept(scenario)).toMatchObject({ checked: 1, changed: 0 });
    expect(documentsOf(scenario, 'back')).toHaveLength(2);
  });

  it('continues the next day after a failure', async () => {
    const scenario = emptyScenario();
    signInGuest(scenario, 'left');
    putAll(scenario, 'left');
    scenario.deps.clock.advance(61 * day);
    const { pictures } = scenario.deps;
    const removeUploads = pictures.removeUploads.bind(pictures);
    pictures.removeUploads = () => Promise.reject(new Error('cut'));
    expect(await swept(scenario)).toMatchObject({ changed: 0 });
    expect(scenario.deps.idTokens.removed).toEqual([]);
    pictures.removeUploads = removeUploads;
    expect(await swept(scenario)).toMatchObject({ changed: 1 });
    expect({
      documentsOf: documentsOf(scenario, 'left'),
      uploadsOf: await uploadsOf(scenario, 'left'),
    }).toEqual({
      documentsOf: [],
      uploadsOf: 0,
    });
    expect(scenario.deps.idTokens.removed).toEqual(['left']);
  });
});

function put({ deps }: Scenario, id: string, removeAt: number): void {
  const { every, amount, currency, consent } = fakeMonthly();
  const terms = { every, amount, currency, consent, amountConsent: null };
  const kept = { ...terms, accountId: null, subscriptionId: null, endedAt: noon };
  deps.store.put(
    paths.consent(id),
    consentDocument.encode({ ...kept, v: 1, uid: 'ada-uid', monthlyId: id, removeAt }),
  );
}

const left = ({ deps }: Scenario) =>
  Object.keys(deps.store.dump()).filter((path) => path.startsWith('consents/'));

describe('the sweep of kept consents', () => {
  // Holds pay-321.
  it('removes each kept consent when its time has come, and no other', async () => {
    const scenario = emptyScenario();
    const now = scenario.deps.clock.now();
    put(scenario, 'past', now - 1);
    put(scenario, 'due', now);
    put(scenario, 'not-yet', now + 1);
    expect(await runSweeps(scenario.deps, ['sweep-consents'])).toMatchObject([{ checked: 2, changed: 2 }]);
    expect(left(scenario)).toEqual(['consents/not-yet']);
    scenario.deps.clock.advance(1);
    await runSweeps(scenario.deps, ['sweep-consents']);
    expect(left(scenario)).toEqual([]);
  });

  // Holds pay-321.
  it('removes any number in pages of 200, and goes on in the next slice when its time is over', async () => {
    const scenario = emptyScenario();
    const now = scenario.deps.clock.now();
    for (let index = 0; index < 450; index += 1) put(scenario, `c${index}`, now - index);
    const saved: number[] = [];
    const slice = (done: number) =>
      sweepConsents(scenario.deps, {
        progress: { done, total: null },
        save: (_cursor, progress) => Promise.resolve(void saved.push(progress?.done ?? -1)),
        isOver: () => true,
      });
    expect(await slice(0)).toBe('more');
    expect(left(scenario)).toHaveLength(250);
    expect([await slice(200), await slice(400)]).toEqual(['more', 'more']);
    expect(left(scenario)).toEqual([]);
    expect(saved).toEqual([200, 400, 450]);
    expect(await slice(450)).toMatchObject({ checked: 450, changed: 450, missed: 0 });
  });
});

/**
 * What becomes of each kind of document when its owner deletes the account. `removed`: it goes with the account. `stays`: it is about the account, and
 * docs or a law ask for it. `expires`: it has an end of its own. `nobody`: it is about no owner.
 */
const fates: Readonly<Record<keyof typeof paths, 'removed' | 'stays' | 'expires' | 'nobody'>> = {
  draft: 'removed',
  profile: 'removed',
  handle: 'stays',
  account: 'removed',
  payments: 'removed',
  walletSites: 'removed',
  seenTerms: 'removed',
  export: 'removed',
  monthlySetup: 'removed',
  knownMethods: 'removed',
  books: 'removed',
  thanks: 'removed',
  feesRead: 'removed',
  allFees: 'removed',
  fees: 'removed',
  payoutsRead: 'removed',
  payoutRead: 'removed',
  sessions: 'removed',
  connecting: 'removed',
  channels: 'removed',
  ownOverlay: 'removed',
  overlay: 'removed',
  overlayAlerts: 'removed',
  overlayAlert: 'removed',
  events: 'removed',
  event: 'removed',
  deliveries: 'removed',
  delivery: 'removed',
  channelSecret: 'removed',
  pace: 'removed',
  tipWatch: 'removed',
  linkHealth: 'removed',
  stripeAccount: 'stays',
  tips: 'removed',
  tip: 'removed',
  refunds: 'removed',
  refund: 'removed',
  tipLogs: 'removed',
  tipLog: 'removed',
  monthlies: 'removed',
  monthly: 'removed',
  monthlyLogs: 'removed',
  monthlyLog: 'removed',
  monthlyTotal: 'removed',
  total: 'removed',
  totals: 'removed',
  insights: 'removed',
  supporters: 'removed',
  supporter: 'removed',
  cardVersion: 'nobody',
  insight: 'removed',
  report: 'expires',
  appeal: 'removed',
  mail: 'expires',
  yearCounts: 'nobody',
  stripeEvent: 'expires',
  stripePayment: 'stays',
  consent: 'expires',
  limit: 'expires',
  verifyToken: 'expires',
  tipAddress: 'expires',
  viewBatch: 'expires',
  rollUp: 'nobody',
  counted: 'nobody',
  heartbeat: 'nobody',
  job: 'expires',
  standing: 'removed',
  card: 'removed',
  wall: 'removed',
  audit: 'stays',
  deletion: 'stays',
  leaving: 'expires',
  recoveryCodes: 'removed',
  ownDomain: 'removed',
  provedDomain: 'removed',
  ledger: 'stays',
  ledgerEntries: 'stays',
  ledgerEntry: 'stays',
};

/** The documents of an owner that the server alone writes and the deletion does not read. */
const unread = [
  'seenTerms',
  'knownMethods',
  'sessions',
  'linkHealth',
  'recoveryCodes',
  'pace',
  'books',
  'feesRead',
  'walletSites',
  'connecting',
  'monthlySetup',
  'export',
] as const;

/** The id of a document that has not the owner's. */
const ids: Partial<Record<keyof typeof paths, string>> = {
  provedDomain: 'links.ada.example',
  card: 'ada',
  channelSecret: 'c1',
  overlay: 'ada-key',
  overlayAlerts: 'ada-key',
  overlayAlert: 'ada-key',
  appeal: `${adaUid}_1`,
};

/** Where documents of this kind are, whatever their own ids. */
function placeOf(name: keyof typeof paths, tipId: string): RegExp {
  const path: (...ids: string[]) => string = paths[name] as never;
  const id = name === 'tipWatch' ? tipId : (ids[name] ?? adaUid);
  return new RegExp(`^${path(id, '*', '*').replaceAll('*', '[^/]+')}(/|$)`);
}

describe('the fate of each document', () => {
  // Holds out-058.
  it('every kind of document has a fate, and those that are removed are gone after the deletion', async () => {
    expect(Object.keys(fates).toSorted()).toEqual(Object.keys(paths).toSorted());
    const scenario = await adasScenario();
    const { tipId } = await paidTip(scenario, { name: 'Zoe' });
    for (const name of unread) scenario.deps.store.put(paths[name](adaUid), { v: 1 });
    putChannel(scenario.deps, adaUid, 'c1');
    putChannel(scenario.deps, 'uid-eve', 'c2');
    putEvent(scenario.deps, adaUid, 'e1');
    putDelivery(scenario.deps, adaUid, 'd1');
    const monthly = fakeMonthly({ ownerUid: adaUid, state: 'ended', endedAt: scenario.deps.clock.now() });
    const { monthlyId: id } = monthly;
    const appeal = fakeAppeal({ id: `${adaUid}_1`, from: 'owner', uid: adaUid, reportId: null });
    const put: Readonly<Record<string, object>> = {
      [paths.tipWatch(tipId)]: { v: 1 },
      [paths.refund(adaUid, tipId, 'r1')]: { v: 1 },
      [paths.thanks(adaUid)]: { v: 1, runs: [] },
      [paths.fees(adaUid, 'test-acct_ada-2026-11')]: { v: 1 },
      [paths.payoutRead(adaUid, 'po_1')]: { v: 1 },
      [paths.insight(adaUid, '2026-11-01', 0)]: { v: 1 },
      [paths.monthly(adaUid, id)]: monthlyDocument.encode(monthly),
      [paths.monthlyLog(adaUid, id, '000001')]: { v: 1 },
      [paths.monthlyTotal(adaUid, 'usd', 0)]: { v: 1 },
      [paths.appeal(appeal.id)]: appealDocument.encode(appeal),
      [paths.ownDomain(adaUid)]: ownDomainDocument.encode({
        v: 1,
        uid: adaUid,
        domain: 'links.ada.example',
        zone: 'ada.example',
        token: 'token',
        askedAt: 0,
        ...newProgress,
        provedAt: 0,
        seen: null,
        silentSince: null,
        checkedAt: null,
        permission: null,
        wallets: null,
      }),
      [paths.provedDomain('links.ada.example')]: provedDomainDocument.encode({
        v: 1,
        domain: 'links.ada.example',
        uid: adaUid,
        provedAt: 0,
      }),
      [paths.standing(adaUid)]: standingDocument.encode(fakeStanding({ state: 'good' })),
    };
    for (const [path, data] of Object.entries(put)) scenario.deps.store.put(path, { ...data });
    putOverlay(scenario.deps, adaUid, 'ada-key');
    putOverlay(scenario.deps, 'uid-eve', 'eve-key');
    putAlert(scenario.deps, 'ada-key', tipId);
    putAlert(scenario.deps, 'eve-key', 'other');
    await scenario.call('GET', '/v1/profiles/ada');
    const before = Object.keys(scenario.deps.store.dump());
    const { status } = await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect([status, scenario.deps.lines.filter((line) => line.includes('job failed'))]).toEqual([200, []]);
    const left = Object.keys(scenario.deps.store.dump());
    const removed = Object.entries(fates).filter(([, fate]) => fate === 'removed');
    const places = removed.map(([name]) => placeOf(name as keyof typeof paths, tipId));
    expect(places.filter((place) => !before.some((path) => place.test(path)))).toEqual([]);
    expect(left.filter((path) => places.some((place) => place.test(path)))).toEqual([]);
    expect(left).toEqual(
      expect.arrayContaining([
        paths.channels('uid-eve'),
        paths.channelSecret('c2'),
        paths.overlayAlert('eve-key', 'other'),
      ]),
    );
  });
});
