import { beforeEach, describe, expect, it } from 'vitest';
import { adaUid, sendEvent, type Scenario } from '../testing/ada';
import { accountId, connect, finishOnboarding, newOwner, paymentsIn } from '../testing/connecting-owner';
import { stored } from '../store/stored';
import { followAccount, reconcileState } from './follow-account';

let scenario: Scenario;
beforeEach(async () => {
  scenario = newOwner();
  await connect(scenario);
});

/** Stripe's next answers take long: each is what the account was when it was asked, and arrives after `meanwhile`. */
function slowAnswers(meanwhile: () => Promise<unknown>, count = 1) {
  const { accounts, clock } = scenario.deps;
  const read = accounts.readAccount.bind(accounts);
  const asked = { times: 0 };
  let isMeanwhile = false;
  accounts.readAccount = async (account) => {
    const answer = await read(account);
    if (isMeanwhile) return answer;
    asked.times += 1;
    if (asked.times > count) return answer;
    isMeanwhile = true;
    clock.advance(5);
    await meanwhile();
    isMeanwhile = false;
    return answer;
  };
  return asked;
}

const follow = () => followAccount(scenario.deps, adaUid, accountId);

describe('the state of an account', () => {
  // Holds pay-339.
  it('is the newer one after two events at once, whichever answer of Stripe is stored last', async () => {
    const asked = slowAnswers(async () => {
      finishOnboarding(scenario);
      await follow();
    });
    await sendEvent(scenario, 'account.updated', { account: accountId });
    expect(paymentsIn(scenario)).toMatchObject({ cardPayments: 'active', requirements: [] });
    expect(asked.times).toBe(2);
  });

  // Holds pay-339.
  it('is asked for again by the regular look, when an event stored another answer meanwhile', async () => {
    const asked = slowAnswers(async () => {
      finishOnboarding(scenario);
      await follow();
    });
    const state = scenario.deps.accounts.states.get(accountId);
    if (state) scenario.deps.accounts.states.set(accountId, { ...state, requirements: ['external_account'] });
    const owner = await scenario.deps.store.read(stored.stripeAccount(accountId));
    expect(owner && (await reconcileState(scenario.deps, owner))).toEqual({ ok: true, value: 'followed' });
    expect(paymentsIn(scenario)).toMatchObject({ cardPayments: 'active', requirements: [] });
    expect(asked.times).toBe(2);
  });

  it('is stored after the third answer, also when another one is stored before each of them', async () => {
    const asked = slowAnswers(follow, Infinity);
    expect(await follow()).toMatchObject({ ok: true });
    expect(asked.times).toBe(3);
  });

  it('costs one question where nothing else is stored', async () => {
    const asked = slowAnswers(async () => undefined);
    scenario.deps.clock.advance(5);
    await follow();
    expect(asked.times).toBe(1);
  });
});
