import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { adaDraft, adaUid, putDraft } from '../testing/ada';
import {
  accountId,
  connect,
  cutAtStripe,
  finishOnboarding,
  newOwner,
  paymentsIn,
  secondId,
} from '../testing/connecting-owner';

const inJapan = { country: 'JP', currency: 'jpy' };
const refused = { kind: 'refused', code: 'country_unsupported', requestId: 'req_1' } as const;

describe('the account of an owner', () => {
  // Holds pay-004, host-037.
  it('is created once after two presses at the same time', async () => {
    const scenario = newOwner();
    const { accounts } = scenario.deps;
    const both = await Promise.all([connect(scenario), connect(scenario)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(accounts.wanted.map(({ round }) => round))).toEqual(new Set([1]));
    expect([...accounts.states.keys()]).toEqual([accountId]);
  });

  // Holds pay-193, host-037.
  it('is a new account in another country after the owner disconnected', async () => {
    const scenario = newOwner();
    await connect(scenario);
    finishOnboarding(scenario);
    cutAtStripe(scenario);
    expect((await connect(scenario, inJapan)).status).toBe(200);
    expect(paymentsIn(scenario)).toMatchObject({ accountId: secondId, country: 'JP', currency: 'jpy' });
    expect(scenario.deps.accounts.wanted.map(({ round }) => round)).toEqual([1, 2]);
  });

  // Holds pay-193.
  it('can be in another country after a refusal', async () => {
    const scenario = newOwner();
    scenario.deps.accounts.failNext('createAccount', refused);
    expect((await connect(scenario)).json['code']).toBe('account-refused');
    expect((await connect(scenario, inJapan)).status).toBe(200);
    expect(paymentsIn(scenario)).toMatchObject({ country: 'JP' });
    expect(scenario.deps.accounts.wanted.map(({ round }) => round)).toEqual([2]);
  });

  // Holds pay-006.
  it('is the same account after a crash before the call to Stripe', async () => {
    const scenario = newOwner();
    const { accounts, store } = scenario.deps;
    const create = accounts.createAccount.bind(accounts);
    accounts.createAccount = () => Promise.reject(new Error('the process ended'));
    expect((await connect(scenario)).status).toBe(500);
    expect(store.dump()[paths.connecting(adaUid)]).toMatchObject({ round: 1, replaces: null });
    accounts.createAccount = create;
    expect((await connect(scenario)).status).toBe(200);
    expect(accounts.wanted.map(({ round }) => round)).toEqual([1]);
  });

  // Holds pay-006.
  it('is the same account after a lost answer', async () => {
    const scenario = newOwner();
    const { accounts } = scenario.deps;
    accounts.failNext('createAccount', { kind: 'unavailable', error: new Error('lost') }, 'after');
    await connect(scenario);
    expect((await connect(scenario)).status).toBe(200);
    expect([...accounts.states.keys()]).toEqual([accountId]);
  });

  it('is a new account when the answer was lost and the owner then chose another country', async () => {
    const scenario = newOwner();
    scenario.deps.accounts.failNext(
      'createAccount',
      { kind: 'unavailable', error: new Error('lost') },
      'after',
    );
    await connect(scenario);
    expect((await connect(scenario, inJapan)).status).toBe(200);
    expect(paymentsIn(scenario)).toMatchObject({ accountId: secondId, country: 'JP' });
  });

  it('stays connected while Stripe does not answer for the server’s own account', async () => {
    const scenario = newOwner();
    await connect(scenario);
    const { accounts } = scenario.deps;
    cutAtStripe(scenario);
    const read = accounts.readAccount.bind(accounts);
    const away = { kind: 'unavailable', error: new Error('cut') } as const;
    accounts.readAccount = (id) => (id === null ? Promise.resolve({ ok: false, problem: away }) : read(id));
    expect((await connect(scenario)).json['code']).toBe('service-unavailable');
    expect(paymentsIn(scenario)).toMatchObject({ accountId, disconnectedAt: null });
  });

  // Holds pay-194.
  it('has the owner’s public name on bank statements, never an email address', async () => {
    const scenario = newOwner();
    await connect(scenario);
    putDraft(scenario.deps, adaUid, { ...adaDraft, name: '', handle: '' });
    cutAtStripe(scenario);
    await connect(scenario);
    expect(scenario.deps.accounts.wanted.map(({ descriptor }) => descriptor)).toEqual(['Ada Lovelace', null]);
  });
});
