import { afterEach, expect, it } from 'vitest';
import { cameBack, secretFor } from './came-back';

const returned = '?payment_intent=pi_1&payment_intent_client_secret=SECRET&redirect_status=succeeded';
const marked = `${returned}&busker_tip=ada`;
let returns = 0;
/** Each return has a secret of its own: the module remembers the one that a sheet has opened for. */
const come = (search: string, kept?: unknown) => {
  returns += 1;
  history.replaceState(null, '', `/page${search.replace('SECRET', `pi_1_secret_came_back_${returns}`)}`);
  if (kept !== undefined)
    sessionStorage.setItem('busker-tip', typeof kept === 'string' ? kept : JSON.stringify(kept));
};
/** Whether the sheet of this profile's card opens. */
const opens = (handle: string): boolean => {
  let isOpen = false;
  cameBack(handle, { set: ({ sheet }) => (isOpen = sheet?.open ?? false) });
  return isOpen;
};
afterEach(() => {
  history.replaceState(null, '', '/');
  sessionStorage.clear();
});
const tip = { handle: 'ada', tipId: 't1', clientRequestId: 'c1' };

it('opens the sheet of the profile that the address names, in a browser that has kept nothing', () => {
  come(marked);
  expect(opens('grace')).toBe(false);
  expect(opens('ada')).toBe(true);
});

it('opens the sheet of the profile that this tab was tipping', () => {
  come(returned, tip);
  expect([opens('ada'), opens('grace')]).toEqual([true, false]);
});

it('believes the address before the tab, which may have tipped another owner since', () => {
  come(marked, { ...tip, handle: 'grace' });
  expect([secretFor('grace'), opens('grace'), opens('ada')]).toEqual([null, false, true]);
});

it('opens one sheet, where a page holds several cards of that profile', () => {
  come(marked);
  expect([opens('ada'), opens('ada')]).toEqual([true, false]);
});

it('leaves a payment of the page itself alone: no card is named, and this tab has no tip', () => {
  come(returned);
  expect([secretFor('ada'), opens('ada')]).toEqual([null, false]);
});

it.each([
  ['the address holds no payment', '?x=1&busker_tip=ada', tip],
  ['another parameter only ends like it', '?my_payment_intent_client_secret=1', tip],
  [
    'another value of the same tip has that handle in it',
    returned,
    { ...tip, handle: 'grace', tipId: '"handle":"ada"', x: { handle: 'ada' } },
  ],
  ['what is kept is not a tip', returned, { handle: 'ada' }],
  ['what is kept is no JSON', returned, '{"handle":"ada"'],
])('opens nothing when %s', (_case, search, kept) => {
  come(search, kept);
  expect(opens('ada')).toBe(false);
});
