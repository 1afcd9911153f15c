import { expect, it } from 'vitest';
import { fakePayments, noon } from '../testing/fakes';
import { paymentsEvent } from './payments-event';

const active = fakePayments({ cardPayments: 'active', requirements: [], requirementsDueAt: null });

it('an owner hears when payments stop, and when they work again', () => {
  const restricted = {
    ...active,
    cardPayments: 'restricted',
    requirements: ['x'],
    requirementsDueAt: noon,
  } as const;
  expect(paymentsEvent(active, restricted, noon)).toEqual({
    type: 'payments.state_changed',
    from: 'active',
    to: 'restricted',
    dueAt: noon,
    needsData: true,
  });
  expect(paymentsEvent(restricted, active, noon)).toMatchObject({
    from: 'restricted',
    to: 'active',
    needsData: false,
  });
  const gone = { ...active, cardPayments: 'none', disconnectedAt: noon } as const;
  expect(paymentsEvent(active, gone, noon)).toMatchObject({ to: 'disconnected' });
  expect(paymentsEvent(active, { ...active, pausedUntil: noon + 1 }, noon)).toMatchObject({ to: 'paused' });
  expect(paymentsEvent(active, { ...active, pausedUntil: noon }, noon)).toBeNull();
});

it('an owner hears when Stripe begins to want more data, once', () => {
  const wants = { ...active, requirements: ['individual.verification.document'], requirementsDueAt: noon };
  expect(paymentsEvent(active, wants, noon)).toMatchObject({
    from: 'active',
    to: 'active',
    dueAt: noon,
    needsData: true,
  });
  expect(paymentsEvent(wants, wants, noon)).toBeNull();
});

it('an owner who connects an account for the first time hears only that it works', () => {
  const none = { ...active, cardPayments: 'none', requirements: [] } as const;
  const pending = { ...active, cardPayments: 'pending', requirements: ['x'] } as const;
  expect(paymentsEvent(none, pending, noon)).toBeNull();
  expect(paymentsEvent(none, none, noon)).toBeNull();
  expect(paymentsEvent(pending, active, noon)).toMatchObject({ from: 'pending', to: 'active' });
});
