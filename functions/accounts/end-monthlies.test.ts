import { expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { adaToken, adaUid, bearerOf, signIn, storedTips } from '../testing/ada';
import { monthlyFan } from '../testing/monthly-fan';
import { begin, monthlyId, monthlyIn, monthlyStage, type MonthlyStage } from '../testing/monthly-stage';
import { workOff } from '../testing/work-off';

const month = 31 * 24 * 60 * 60_000;
/** Another fan gives monthly, too. */
async function another(stage: MonthlyStage, letter: string): Promise<string> {
  const reference = { uid: adaUid, tipId: letter.repeat(25) };
  return begin(await monthlyStage(stage, {}, reference.tipId), reference);
}
const left = ({ deps }: MonthlyStage) =>
  Object.keys(deps.store.dump()).filter((path) => path.startsWith(`profiles/${adaUid}`));

// Holds pay-260.
it('deleting an account ends its monthly tips and voids what is open, before anything is removed', async () => {
  const stage = await monthlyStage();
  const id = await begin(stage);
  stage.deps.clock.advance(month);
  stage.billing.renew(id, 'declined');
  stage.deps.subscriptions.failNext('endNow', { kind: 'unavailable', error: new Error('away') });
  const fresh = { ...bearerOf(adaToken) };
  stage.deps.idTokens.signIn(adaToken, {
    uid: adaUid,
    guest: false,
    provider: 'password',
    email: 'ada@example.com',
    emailVerified: true,
    signedInAt: stage.deps.clock.now(),
  });
  await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, fresh);
  expect(monthlyIn(stage)).toMatchObject({ asked: { what: 'end', reason: 'account' } });
  expect(storedTips(stage).length).toBeGreaterThan(0);
  stage.deps.clock.advance(60 * 60_000);
  await workOff(stage.deps);
  const at = stage.deps.subscriptions.subscriptions.get(id);
  expect(at?.facts.status).toBe('canceled');
  expect(at?.invoices.map(({ status }) => status)).toEqual(['paid', 'void']);
  expect(left(stage)).toEqual([]);
});

// Holds pay-260.
it('of three monthly tips, Stripe is away for the second: nothing is removed, and the next try ends all and writes the books', async () => {
  const stage = await monthlyStage();
  const [first, second, third] = [await begin(stage), await another(stage, 'b'), await another(stage, 'c')];
  stage.deps.clock.advance(month);
  for (const each of [first, second, third]) stage.billing.renew(each, 'declined');
  signIn(stage.deps, adaUid, adaToken);
  const endNow = stage.deps.subscriptions.endNow.bind(stage.deps.subscriptions);
  stage.deps.subscriptions.endNow = (account, id) => {
    if (id === second)
      stage.deps.subscriptions.failNext('endNow', { kind: 'unavailable', error: new Error('away') });
    return endNow(account, id);
  };
  const before = storedTips(stage);
  const status = (id: string) => stage.deps.subscriptions.subscriptions.get(id)?.facts.status;
  const refused = await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  expect([refused.status, refused.json['deleted']]).toEqual([202, false]);
  expect(storedTips(stage)).toEqual(before);
  expect([first, second, third].map(status)).toEqual(['canceled', 'past_due', 'past_due']);
  stage.deps.subscriptions.endNow = endNow;
  stage.deps.clock.advance(60 * 60_000);
  await workOff(stage.deps);
  for (const id of [first, second, third]) {
    const at = stage.deps.subscriptions.subscriptions.get(id);
    expect(at?.facts.status).toBe('canceled');
    expect(at?.invoices.map((invoice) => invoice.status)).toEqual(['paid', 'void']);
  }
  expect(left(stage)).toEqual([]);
  const books = Object.entries(stage.deps.store.dump()).filter(([path]) =>
    path.startsWith(`${paths.ledgerEntries(adaUid)}/`),
  );
  expect(books.map(([, entry]) => entry)).toEqual(
    [1, 2, 3].map(() => expect.objectContaining({ amount: 537 })),
  );
});

it('an account that has disconnected is deleted, although its monthly tips can only be ended at Stripe', async () => {
  const stage = await monthlyStage();
  await begin(stage);
  stage.deps.subscriptions.outage = { kind: 'gone' };
  await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  await workOff(stage.deps);
  expect(left(stage)).toEqual([]);
});

// Holds pay-260, pay-320.
it('a monthly tip that was paid on Stripe’s page, and whose event has not arrived, is ended too and keeps its consent', async () => {
  const stage = await monthlyStage();
  const id = stage.billing.subscribe(stage.sessionId);
  const away = { kind: 'unavailable', error: new Error('away') } as const;
  stage.deps.subscriptions.failNext('snapshot', away);
  const refused = await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  expect(refused.json['deleted']).toBe(false);
  expect(storedTips(stage)).toHaveLength(1);
  stage.deps.clock.advance(60 * 60_000);
  await workOff(stage.deps);
  expect(stage.deps.subscriptions.subscriptions.get(id)?.facts.status).toBe('canceled');
  expect(left(stage)).toEqual([]);
  expect(stage.deps.store.get(paths.consent(monthlyId))).toMatchObject({ subscriptionId: id });
});

// Holds pay-260.
it('a monthly tip that others are writing holds back the deletion until it has ended', async () => {
  const stage = await monthlyStage();
  const id = stage.billing.subscribe(stage.sessionId);
  const { store } = stage.deps;
  const commit = store.commit.bind(store);
  store.commit = (reads, write) =>
    reads.some(({ path }) => path === paths.monthly(adaUid, monthlyId))
      ? Promise.resolve(false)
      : commit(reads, write);
  const refused = await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  expect(refused.json['deleted']).toBe(false);
  expect(storedTips(stage)).toHaveLength(1);
  store.commit = commit;
  stage.deps.clock.advance(60 * 60_000);
  await workOff(stage.deps);
  expect(stage.deps.subscriptions.subscriptions.get(id)?.facts.status).toBe('canceled');
  expect(left(stage)).toEqual([]);
});

// Holds pay-260, pay-281.
it('a fan who has withdrawn while Stripe was away gets the money back, although the account is deleted next', async () => {
  const fan = await monthlyFan();
  const { stage } = fan;
  const away = { kind: 'unavailable', error: new Error('away') } as const;
  stage.deps.subscriptions.failNext('endNow', away, 'before');
  expect((await fan.call('POST', '/withdraw')).status).toBe(503);
  await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  await workOff(stage.deps);
  expect(left(stage)).toEqual([]);
  expect(stage.deps.subscriptions.subscriptions.get(fan.subscription)?.facts.status).toBe('canceled');
  const refunds = [...stage.deps.payments.payments.values()].flatMap((payment) => payment.refunds);
  expect(refunds).toMatchObject([{ amount: 537, status: 'succeeded' }]);
});

// Holds pay-365.
it.each(['before', 'after'] as const)(
  'a withdrawal whose refund gets no answer in the deletion (%s) keeps everything until Stripe answers, and is made once',
  async (when) => {
    const fan = await monthlyFan();
    const { stage } = fan;
    const away = { kind: 'unavailable', error: new Error('away') } as const;
    stage.deps.subscriptions.failNext('endNow', away, 'before');
    await fan.call('POST', '/withdraw');
    stage.deps.refunds.failNext('createRefund', away, when);
    const refused = await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect([refused.status, refused.json['deleted']]).toEqual([202, false]);
    expect(storedTips(stage)).toHaveLength(1);
    expect(monthlyIn(stage)).toMatchObject({ state: 'ended', asked: { reason: 'withdrawn' } });
    stage.deps.clock.advance(60 * 60_000);
    await workOff(stage.deps);
    expect(left(stage)).toEqual([]);
    const refunds = [...stage.deps.payments.payments.values()].flatMap((payment) => payment.refunds);
    expect(refunds).toMatchObject([{ amount: 537, status: 'succeeded' }]);
  },
);
