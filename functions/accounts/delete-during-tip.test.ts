import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import type { TipRequest } from '../../core/fan-api/tip-api';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  sendEvent,
  storedTips,
  word,
  type Answer,
  type Scenario,
} from '../testing/ada';
import { interleave } from '../testing/interleave';

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
