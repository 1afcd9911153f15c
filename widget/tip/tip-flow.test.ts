import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TipSession, TipStatus } from '../../core/fan-api/tip-api';
import { initialFlow, tipFlow, type StartedTip, type TipFlow, type TipFlowEvent } from './tip-flow';
import { emptyForm } from './tip-form';
import { runs } from '../../core/testing/runs';

const tip: StartedTip = {
  tipId: 't1',
  tipToken: 'token',
  payment: { clientSecret: 'secret' },
  figures: { tipAmount: 500, coverAmount: 0, total: 500 },
  currency: 'usd',
  every: 'once',
};
const five = { ...emptyForm, amount: { by: 'preset', minorUnits: 500 } } as const;
const session = {} as TipSession;
const status = { status: 'paid' } as TipStatus;

const events: readonly TipFlowEvent[] = [
  { type: 'form-changed', form: five, hasAmount: true },
  { type: 'form-changed', form: emptyForm, hasAmount: false },
  { type: 'session-arrived', session },
  { type: 'session-refused', code: 'tips-off' },
  { type: 'card-form-ready' },
  { type: 'card-form-lost' },
  { type: 'must-pay-elsewhere', why: 'blocked' },
  { type: 'challenge-asked' },
  { type: 'challenge-answered', answer: 'human' },
  { type: 'challenge-answered', answer: null },
  { type: 'pay-pressed' },
  { type: 'tip-started', tip },
  { type: 'tip-started', tip: { ...tip, payment: { url: 'https://pay.example/' } } },
  { type: 'tab-changed', tab: 'blocked' },
  { type: 'came-back' },
  { type: 'answer-lost' },
  { type: 'not-paid', notice: { kind: 'declined', decline: 'card-declined' }, intent: 'open' },
  { type: 'not-paid', notice: { kind: 'not-charged' }, intent: 'closed' },
  { type: 'outcome-unknown', tip },
  { type: 'paid' },
  { type: 'status-arrived', status },
  { type: 'undo-changed', undo: { at: 'done' } },
  { type: 'noticed', notice: { kind: 'left-open' } },
  { type: 'again' },
];
const walks = fc.array(fc.constantFrom(...events), { maxLength: 40 });

const after = (...walk: readonly TipFlowEvent[]): TipFlow =>
  walk.reduce(tipFlow, initialFlow({ by: 'card-form' }));
const steps = (walk: readonly TipFlowEvent[]) => {
  let flow = initialFlow({ by: 'card-form' });
  return walk.map((event) => {
    const before = flow;
    flow = tipFlow(flow, event);
    return { before, event, after: flow };
  });
};
/** The first sequence that breaks the promise; null if none does. */
const breaks = (holds: (step: ReturnType<typeof steps>[number]) => boolean) =>
  fc.check(
    fc.property(walks, (walk) => steps(walk).every(holds)),
    { numRuns: runs(500) },
  ).counterexample;

const toPaying: readonly TipFlowEvent[] = [
  { type: 'form-changed', form: five, hasAmount: true },
  { type: 'session-arrived', session },
  { type: 'card-form-ready' },
];
const toConfirming: readonly TipFlowEvent[] = [
  ...toPaying,
  { type: 'pay-pressed' },
  { type: 'tip-started', tip },
];

describe('the flow of a tip', () => {
  it('goes from an amount to thanks', () => {
    expect(after().stage.at).toBe('choosing');
    expect(after(...toPaying.slice(0, 1)).stage.at).toBe('starting');
    expect(after(...toPaying).stage.at).toBe('paying');
    expect(after(...toConfirming).stage).toEqual({ at: 'confirming', doing: 'confirming' });
    expect(after(...toConfirming, { type: 'paid' }).stage).toEqual({
      at: 'thanked',
      tip,
      status: null,
      undo: { at: 'offered' },
    });
  });

  it('keeps the same payment through a decline', () => {
    const declined = after(...toConfirming, {
      type: 'not-paid',
      notice: { kind: 'declined', decline: 'card-declined' },
      intent: 'open',
    });
    expect(declined).toMatchObject({
      tip,
      stage: { at: 'paying' },
      form: five,
      notice: { kind: 'declined' },
    });
  });

  it('forgets a payment that can never be charged', () => {
    expect(
      after(...toConfirming, { type: 'not-paid', notice: { kind: 'not-charged' }, intent: 'closed' }).tip,
    ).toBeNull();
  });

  it('shows thanks only for a tip that was being confirmed', () => {
    expect(
      breaks(({ before, after: next }) => {
        if (next.stage.at !== 'thanked' || before.stage.at === 'thanked') return true;
        const wasDeciding = before.stage.at === 'confirming' || before.stage.at === 'elsewhere';
        return wasDeciding && before.tip === next.stage.tip;
      }),
    ).toBeNull();
  });

  it('starts a payment only at Pay, and only once until it is decided', () => {
    expect(
      breaks(({ before, event, after: next }) => {
        if (next.stage.at !== 'confirming' || before.stage.at === 'confirming') return true;
        if (event.type === 'came-back') return before.stage.at === 'choosing';
        return event.type === 'pay-pressed' && before.stage.at === 'paying';
      }),
    ).toBeNull();
  });

  it('keeps the fan’s input while a payment is decided', () => {
    expect(
      breaks(
        ({ before, after: next }) =>
          (before.stage.at !== 'confirming' && before.stage.at !== 'elsewhere') || next.form === before.form,
      ),
    ).toBeNull();
  });

  it('drops a payment only when it can never be charged, or after the thanks', () => {
    expect(
      breaks(({ before, event, after: next }) => {
        if (!before.tip || next.tip) return true;
        const closed = event.type === 'not-paid' && event.intent === 'closed';
        return closed || (event.type === 'again' && before.stage.at === 'thanked');
      }),
    ).toBeNull();
  });

  it('says whether the card was charged whenever a payment fails', () => {
    expect(
      breaks(({ before, event, after: next }) => {
        if (event.type !== 'not-paid' || before.stage.at !== 'confirming') return true;
        return next.notice === event.notice;
      }),
    ).toBeNull();
  });

  it('never loses the fan’s input, except for a new tip after thanks', () => {
    expect(
      breaks(({ before, event, after: next }) => {
        if (next.form === before.form || event.type === 'form-changed') return true;
        return event.type === 'again' && before.stage.at === 'thanked';
      }),
    ).toBeNull();
  });

  it('uses an answer to the challenge for one tip, and ignores an unexpected one', () => {
    expect(
      breaks(({ before, event, after: next }) => {
        if (event.type === 'tip-started' && before.stage.at === 'confirming') return next.challenge === null;
        return before.challenge !== null || next.challenge === null || event.type === 'challenge-asked';
      }),
    ).toBeNull();
  });
});
