import { describe, expect, it } from 'vitest';
import { fakeTip, noon } from '../testing/fakes';
import { tipStates, type Tip } from './tip';
import { everyTip, isWithBank, shownState, tipTest, type TipFilter } from './tip-filter';

describe('tip filter', () => {
  const shows = (filter: Partial<TipFilter>, tip: Tip, zone = 'UTC') =>
    tipTest({ ...everyTip, ...filter }, zone)(tip);

  // Holds dash-065.
  it('finds received and processing tips, or incomplete ones too', () => {
    const found = tipStates.filter((state) => shows({ state: 'received' }, fakeTip({ state })));
    expect(found).toEqual(['processing', 'paid', 'partially_refunded', 'refunded', 'disputed', 'lost']);
    expect(tipStates.every((state) => shows({}, fakeTip({ state })))).toBe(true);
  });

  it('finds words regardless of case and accents', () => {
    const tip = fakeTip({ fan: { name: 'Zoë', message: 'Ça alors!', anonymous: false, country: null } });
    expect(shows({ search: 'zoe' }, tip)).toBe(true);
    expect(shows({ search: ' ca ALORS' }, tip)).toBe(true);
    expect(shows({ search: 'bravo' }, tip)).toBe(false);
  });

  const paidAt = (succeededAt: number) =>
    fakeTip({ payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt } });

  // Holds dash-065.
  it('includes a whole day of the time zone, also the long day when summer time ends', () => {
    const oneDay = { from: '2026-10-25', until: '2026-10-25' };
    const begins = Date.UTC(2026, 9, 24, 22);
    const ends = begins + 25 * 60 * 60_000;
    const found = [begins - 1, begins, ends - 1, ends].map((at) =>
      shows(oneDay, paidAt(at), 'Europe/Berlin'),
    );
    expect(found).toEqual([false, true, true, false]);
  });

  it('takes an unpaid tip by the time when it was started', () => {
    expect(shows({ from: '2026-10-01', until: '2026-10-01' }, fakeTip({ createdAt: noon }))).toBe(true);
  });

  it('finds declined tips apart from pending ones', () => {
    const lastError = { code: 'card_declined', declineCode: null, at: noon };
    const declined = fakeTip({ payment: { status: 'awaiting', attempts: 1, lastError, succeededAt: null } });
    expect([shows({ state: 'declined' }, declined), shows({ state: 'pending' }, declined)]).toEqual([
      true,
      false,
    ]);
    expect([shows({ state: 'declined' }, fakeTip()), shows({ state: 'pending' }, fakeTip())]).toEqual([
      false,
      true,
    ]);
    // The fan tries another card.
    const again = fakeTip({ payment: { ...declined.payment, status: 'requires_action' } });
    expect(shows({ state: 'pending' }, again)).toBe(true);
  });

  it('finds tips that need review, and tips of one place', () => {
    const held = fakeTip({ moderation: { state: 'held', reasons: ['web-address'] } });
    expect([shows({ state: 'held' }, held), shows({ state: 'held' }, fakeTip())]).toEqual([true, false]);
    expect(shows({ placement: 'https://example.com' }, fakeTip())).toBe(true);
    expect(shows({ placement: 'footer' }, fakeTip())).toBe(false);
  });

  it('finds tips with an early fraud warning', () => {
    const warned = fakeTip({ warning: { type: 'made_with_stolen_card', actionable: true, at: noon } });
    expect([shows({ state: 'warned' }, warned), shows({ state: 'warned' }, fakeTip())]).toEqual([
      true,
      false,
    ]);
  });
});

describe('shown state', () => {
  const error = { code: 'card_declined', declineCode: null, at: 1 };
  const waiting = fakeTip({
    state: 'pending',
    payment: { status: 'awaiting', attempts: 1, lastError: error, succeededAt: null },
  });

  it('a pending tip whose card was declined is shown as declined, until another try begins', () => {
    expect(shownState(waiting)).toBe('declined');
    expect(shownState({ ...waiting, payment: { ...waiting.payment, status: 'requires_action' } })).toBe(
      'pending',
    );
    expect(shownState({ ...waiting, payment: { ...waiting.payment, lastError: null } })).toBe('pending');
    expect(shownState({ ...waiting, state: 'paid' })).toBe('paid');
  });

  it('the bank has the money while a dispute is open, and when it is lost', () => {
    const dispute = { amount: 500, disputeId: 'dp_1', dueBy: null };
    const withBank = (['none', 'inquiry', 'open', 'won', 'lost', 'prevented'] as const).filter((status) =>
      isWithBank({ dispute: { ...dispute, status } }),
    );
    expect(withBank).toEqual(['open', 'lost']);
  });
});
