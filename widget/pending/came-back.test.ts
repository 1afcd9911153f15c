import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeController, pay, ready } from '../testing/fake-controller';
import { cameBack } from './came-back';
import { sessionTipMemory } from '../tip/tip-controller';

const tip = { handle: 'ada', tipId: 't1', clientRequestId: 'c1' };

describe('whether the fan has come back', () => {
  const returned = '?payment_intent=pi_1&payment_intent_client_secret=SECRET&redirect_status=succeeded';
  let returns = 0;
  /** Each return has a secret of its own: the module remembers the one that a sheet has opened for. */
  const come = (search: string, kept: unknown) => {
    returns += 1;
    history.replaceState(null, '', `/page${search.replace('SECRET', `pi_1_secret_came_back_${returns}`)}`);
    sessionStorage.setItem('busker-tip', typeof kept === 'string' ? kept : JSON.stringify(kept));
  };
  afterEach(() => {
    history.replaceState(null, '', '/');
    sessionStorage.clear();
  });

  it('true for a fan who returns from the bank to the profile that they were tipping', () => {
    come(returned, tip);
    expect(cameBack('ada')).toBe(true);
    expect(cameBack('grace')).toBe(false);
  });

  it('opens one sheet, where a page holds several cards of that profile', () => {
    come(returned, tip);
    expect(cameBack('ada')).toBe(true);
    expect(cameBack('ada')).toBe(false);
  });

  it.each([
    ['the address holds no payment', '?x=1', tip],
    ['another parameter only ends like it', '?my_payment_intent_client_secret=1', tip],
    [
      'another value of the same tip has that handle in it',
      returned,
      { ...tip, handle: 'grace', tipId: '"handle":"ada"', x: { handle: 'ada' } },
    ],
    ['what is kept is not a tip', returned, { handle: 'ada' }],
    ['what is kept is no JSON', returned, '{"handle":"ada"'],
  ])('false when %s', (_case, search, kept) => {
    come(search, kept);
    expect(cameBack('ada')).toBe(false);
  });
});

describe('the memory of a tip', () => {
  afterEach(() => sessionStorage.clear());

  it('a kept tip is found by its own owner’s card alone', () => {
    sessionTipMemory.keep(tip);
    expect(sessionTipMemory.recall('ada')).toEqual(tip);
    expect(sessionTipMemory.recall('grace')).toBeNull();
  });

  it('each press on Pay stores the tip again, after a decline or after another owner’s card stored its own tip', async () => {
    const confirmations = [{ kind: 'declined', decline: 'card-declined' } as const];
    const made = await ready(fakeController({}, { confirmations }));
    await pay(made);
    made.memory.keep({ handle: 'grace', tipId: 'other', clientRequestId: 'c2' });
    const keep = vi.spyOn(made.memory, 'keep');
    await pay(made);
    expect(keep.mock.calls).toEqual([[{ handle: 'ada', tipId: 'tip1', clientRequestId: 'id1' }]]);
  });
});
