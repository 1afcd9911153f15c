import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseAmount } from '@busker/core/amounts/parse-amount';
import type { TipSession, TipStatus } from '@busker/core/fan-api/tip-api';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { currencies, currencyCodes } from '@busker/core/money/money';
import { emails } from '@busker/core/testing/email-addresses';
import { runs } from '@busker/core/testing/runs';
import { characterLength, cleanLine } from '@busker/core/text/text';
import { tipTextLimits } from '@busker/core/tip/tip';
import { payElsewhere } from '../paying/pay-elsewhere';
import {
  bodies,
  fakeController,
  mount,
  notice,
  pay,
  ready,
  refused,
  seen,
  stage,
  unreachable,
} from '../testing/fake-controller';
import { newId } from './tip-controller';
import { initialFlow, tipFlow, type StartedTip, type TipFlow, type TipFlowEvent } from './tip-flow';
import { charactersLeft, emptyForm, isSendable, wishedAmount, type AmountRules } from './tip-form';

describe('a tip', () => {
  // Holds tag-064.
  it('sends no request to the server or Stripe before an amount is chosen', () => {
    const made = fakeController();
    expect({ calls: made.backend.calls, opened: made.log.opened, stage: stage(made) }).toEqual({
      calls: [],
      opened: 0,
      stage: 'choosing',
    });
  });

  // Holds tag-048, pay-041.
  it('is paid, thanked for, and read until the server agrees', async () => {
    const made = await ready(fakeController());
    await pay(made);
    expect(made.controller.state().stage).toMatchObject({ at: 'thanked', status: { status: 'paid' } });
    expect(made.log.confirmed).toEqual(['tip1_secret_memory']);
    expect(made.events).toEqual(['busker-tip-start', 'busker-tip-success']);
    expect(bodies(made, 'createTip')).toEqual([
      expect.objectContaining({
        handle: 'ada',
        tipAmount: 500,
        total: 500,
        currency: 'usd',
        surface: 'elements',
      }),
    ]);
  });

  it('gives the card form the total charge, with costs covered', async () => {
    const made = await ready(fakeController());
    made.controller.edit({ coverCosts: true });
    await pay(made);
    expect(made.log.amounts.at(-1)).toEqual({ amount: 546, currency: 'usd' });
    expect(bodies(made, 'createTip')).toEqual([expect.objectContaining({ tipAmount: 500, total: 546 })]);
  });

  it('creates one tip for two presses of Pay', async () => {
    const made = await ready(fakeController());
    await Promise.all([pay(made), pay(made)]);
    expect({ tips: made.backend.tips(), confirmed: made.log.confirmed.length }).toEqual({
      tips: 1,
      confirmed: 1,
    });
  });

  it('creates no tip while the card form is incomplete', async () => {
    const made = await ready(fakeController({}, { submits: ['incomplete', 'complete'] }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', tips: 0, notice: null });
    await pay(made);
    expect(stage(made)).toBe('thanked');
  });

  it('keeps one tip and one payment through a decline and a second card', async () => {
    const declined = { kind: 'declined', decline: 'card-declined' } as const;
    const made = await ready(fakeController({}, { confirmations: [declined, { kind: 'succeeded' }] }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: declined });
    await pay(made);
    expect(stage(made)).toBe('thanked');
    expect(seen(made)).toMatchObject({ tips: 1, confirmed: ['tip1_secret_memory', 'tip1_secret_memory'] });
  });

  it('changes the amount and the texts of the same payment after a decline', async () => {
    const declined = { kind: 'declined', decline: 'card-declined' } as const;
    const made = await ready(fakeController({}, { confirmations: [declined, { kind: 'succeeded' }] }));
    await pay(made);
    made.controller.edit({ amount: { by: 'preset', minorUnits: 300 }, message: 'Bravo' });
    await pay(made);
    expect(bodies(made, 'changeAmount')).toEqual([
      { tipAmount: 300, coverCosts: false, total: 300, sequence: 1 },
    ]);
    expect(bodies(made, 'editTip')).toEqual([
      { name: null, message: 'Bravo', anonymous: false, privateMessage: false, hideAmount: false },
    ]);
    expect({ tips: made.backend.tips(), amount: made.log.amounts.at(-1)?.amount }).toEqual({
      tips: 1,
      amount: 300,
    });
  });

  // Holds tag-181.
  it('changes what others see of the same payment after a decline', async () => {
    const declined = { kind: 'declined', decline: 'card-declined' } as const;
    const made = await ready(fakeController({}, { confirmations: [declined, { kind: 'succeeded' }] }));
    made.controller.edit({ message: 'Bravo' });
    await pay(made);
    made.controller.edit({ privateMessage: true, anonymous: true, hideAmount: true });
    await pay(made);
    expect(bodies(made, 'editTip')).toEqual([
      { name: null, message: 'Bravo', anonymous: true, privateMessage: true, hideAmount: true },
    ]);
    expect(made.backend.tips()).toBe(1);
  });

  it('repeats a lost request with the same id, and sends other texts with another id', async () => {
    const problems = { createTip: [unreachable, unreachable, null] };
    const made = await ready(fakeController({ problems }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'offline' } });
    await pay(made);
    made.controller.edit({ message: 'Bravo' });
    await pay(made);
    const ids = bodies(made, 'createTip').map(
      (body) => (body as { clientRequestId: string }).clientRequestId,
    );
    expect(ids).toEqual(['id1', 'id1', 'id2']);
    expect(stage(made)).toBe('thanked');
  });

  it('renews an expired session and repeats the same request', async () => {
    const made = await ready(fakeController({ problems: { createTip: [refused('session-expired')] } }));
    await pay(made);
    const [first, second] = bodies(made, 'createTip');
    expect({ stage: stage(made), second }).toEqual({ stage: 'thanked', second: first });
  });

  // Holds pay-040.
  it('never confirms an amount that differs from the one on screen', async () => {
    const made = await ready(fakeController({ problems: { createTip: [refused('total-changed')] } }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'total-changed' }, confirmed: [] });
  });

  it('says nothing about the charge before Stripe has answered, however long the network is down', async () => {
    const made = await ready(
      fakeController({}, { confirmations: [{ kind: 'unknown' }], lookUps: [null, null, 'succeeded'] }),
    );
    const seen: unknown[] = [];
    made.controller.subscribe(() => seen.push(made.controller.state().notice));
    await pay(made);
    expect(stage(made)).toBe('thanked');
    expect(seen.every((shown) => shown === null)).toBe(true);
  });

  // Holds pay-143.
  it('says that nothing was charged only after Stripe said so twice', async () => {
    const made = await ready(fakeController({}, { confirmations: [{ kind: 'unknown' }], lookUps: ['open'] }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'not-charged' } });
    expect(made.waits[0]).toBeGreaterThanOrEqual(1000);
    expect(made.controller.state().tip?.tipId).toBe('tip1');
  });

  it('starts another tip when the payment can never be charged', async () => {
    const confirmations = [{ kind: 'unknown' }, { kind: 'succeeded' }] as const;
    const made = await ready(fakeController({}, { confirmations, lookUps: ['closed'] }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'payment-closed' } });
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 2 });
  });

  const lost = { kind: 'unknown' } as const;

  it.each([
    ['Stripe does not answer', null],
    ['Stripe does not show the payment', 'refused'],
  ] as const)('also asks the server when %s', async (_case, look) => {
    const made = await ready(fakeController({}, { confirmations: [lost], lookUps: [look] }));
    await pay(made);
    expect(stage(made)).toBe('thanked');
  });

  it.each([null, 'refused'] as const)(
    'says that the outcome is unknown when nobody has it: %s',
    async (look) => {
      const made = await ready(
        fakeController({ status: { status: 'pending' } }, { confirmations: [lost], lookUps: [look] }),
      );
      await pay(made);
      expect(made.controller.state().stage).toMatchObject({ at: 'unsure', tip: { tipId: 'tip1' } });
      expect(made.waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(180_000);
      expect(made.log.opened - made.log.destroyed).toBe(0);
    },
  );

  it('treats a tip that the server has closed as never charged', async () => {
    const made = await ready(
      fakeController({ status: { status: 'failed' } }, { confirmations: [lost], lookUps: [null] }),
    );
    await pay(made);
    expect({ stage: stage(made), notice: notice(made), tip: made.controller.state().tip }).toEqual({
      stage: 'paying',
      notice: { kind: 'not-charged' },
      tip: null,
    });
  });

  it('treats a refusal by Stripe as final: not charged, and the next attempt is a new tip', async () => {
    const confirmations = [{ kind: 'refused' }, { kind: 'succeeded' }] as const;
    const made = await ready(fakeController({}, { confirmations }));
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'paying', notice: { kind: 'not-charged' } });
    expect(made.details.at(-1)).toEqual(['busker-tip-error', { code: 'payment-refused' }]);
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 2 });
  });

  it('leads to the hosted page, with the reason, when the server allows no payment in pages', async () => {
    const made = await ready(fakeController({ problems: { createTip: [refused('hosted-required')] } }));
    await pay(made);
    const { way, notice: shown } = made.controller.state();
    expect({ stage: stage(made), way, shown }).toEqual({
      stage: 'paying',
      way: { by: 'hosted', why: 'guarded' },
      shown: null,
    });
    expect({ confirmed: made.log.confirmed, events: made.events }).toEqual({ confirmed: [], events: [] });
    await payElsewhere(made.controller, { go: () => true, close: () => {} });
    expect(bodies(made, 'createTip').map((body) => (body as { surface: string }).surface)).toEqual([
      'elements',
      'hosted',
    ]);
  });

  // Holds web-003, tag-059, pay-033.
  it.each(['foreign-shadow-root', 'other-stripe-version', 'blocked', 'timeout', 'no-method'] as const)(
    'falls back to the hosted page and says why: %s',
    async (fault) => {
      const made = await ready(fakeController({}, { fault }));
      expect(seen(made)).toMatchObject({ stage: 'paying', way: { by: 'hosted', why: fault } });
    },
  );

  it('can be followed by another one in the same sheet', async () => {
    const made = await ready(fakeController());
    await pay(made);
    made.controller.again();
    await ready(made);
    await pay(made);
    expect(seen(made)).toMatchObject({ stage: 'thanked', tips: 2 });
  });

  // Holds web-005, tag-032, pay-030.
  it('mounts the card form again when its frames were lost, and keeps the payment', async () => {
    const declined = { kind: 'declined', decline: 'card-declined' } as const;
    const made = await ready(fakeController({}, { confirmations: [declined, { kind: 'succeeded' }] }));
    await pay(made);
    made.controller.send({ type: 'card-form-lost' });
    expect(seen(made)).toMatchObject({ stage: 'starting', notice: { kind: 'form-reloaded' } });
    await mount(made);
    await pay(made);
    expect({ stage: stage(made), tips: made.backend.tips(), opened: made.log.opened }).toEqual({
      stage: 'thanked',
      tips: 1,
      opened: 2,
    });
  });
});

describe('new id', () => {
  it('makes a new UUID of version 4 each time, also without `randomUUID`', () => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const ids = Array.from({ length: 500 }, newId);
    Reflect.deleteProperty(crypto, 'randomUUID');
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(500);
  });
});

describe('the flow of a tip', () => {
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

describe('tip form', () => {
  it.each(['', '  ', ...emails.map(([typed]) => typed)])('lets a fan send %j', (typed) => {
    expect(isSendable(typed)).toBe(true);
  });

  it.each([
    'zoe',
    'zoe@example',
    'zoe@example.com, kim@example.com',
    'Zoe <zoe@example.com>',
    '"zoe"@example.com',
  ])('says before sending that %j is no email address', (typed) => {
    expect(isSendable(typed)).toBe(false);
  });
});

describe('the characters that a fan has left', () => {
  const counted = (typed: string) => tipTextLimits.name - charactersLeft(typed, 'name');

  // Holds tag-155.
  it.each([
    ['Zoe', 3],
    ['🇩🇪', 1],
    ['👩🏽‍🚀👩🏽‍🚀', 3],
    ['हिन्दी', 2],
    ['e\u0301', 1],
    [' a  b ', 3],
    ['', 0],
  ])('are those of people: %j has %i', (typed, length) => {
    expect(counted(typed)).toBe(length);
    expect(characterLength(cleanLine(typed))).toBe(length);
  });

  // Holds tag-155.
  it('are never more than the server allows', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
        expect(counted(typed)).toBeGreaterThanOrEqual(characterLength(cleanLine(typed)));
      }),
    );
  });

  it('are code points in a browser that knows no characters of several', () => {
    vi.stubGlobal(
      'Intl',
      Object.fromEntries(
        Object.entries(Object.getOwnPropertyDescriptors(Intl))
          .filter(([name]) => name !== 'Segmenter')
          .map(([name, { value }]) => [name, value as unknown]),
      ),
    );
    expect(counted('🇩🇪')).toBe(2);
    vi.unstubAllGlobals();
  });
});

describe('wished amount', () => {
  const rules = (more: Partial<AmountRules>): AmountRules => ({
    currency: 'usd',
    limits: { min: 100, max: 50_000, step: 1 },
    presets: [300, 500],
    fees: null,
    locale: 'en',
    ...more,
  });

  describe('the amount of openTip', () => {
    it('is the preset of that amount, if there is one', () => {
      expect(wishedAmount('5', rules({}))).toEqual({ by: 'preset', minorUnits: 500 });
      expect(wishedAmount('3.00', rules({ locale: 'de' }))).toEqual({ by: 'preset', minorUnits: 300 });
    });

    // Holds tag-042.
    it('has a decimal point in every language, and is written in the fan’s notation', () => {
      expect(wishedAmount('7.5', rules({ locale: 'de' }))).toEqual({ by: 'typed', text: '7,5' });
      const dinars = rules({ currency: 'kwd', presets: [], locale: 'de' });
      expect(wishedAmount('1.250', dinars)).toEqual({ by: 'typed', text: '1,25' });
    });

    it('stays unchanged when it is invalid', () => {
      expect(wishedAmount('lots', rules({}))).toEqual({ by: 'typed', text: 'lots' });
    });

    it('is the same money in every language and currency', () => {
      const cases = fc.record({
        currency: fc.constantFrom(...currencyCodes),
        locale: fc.constantFrom(...shippedLanguages),
        steps: fc.integer({ min: 1, max: 1_000_000 }),
      });
      fc.assert(
        fc.property(cases, ({ currency, locale, steps }) => {
          const { exponent, step } = currencies[currency];
          const minorUnits = steps * step;
          const chosen = wishedAmount(
            (minorUnits / 10 ** exponent).toFixed(exponent),
            rules({ currency, locale, presets: [] }),
          );
          if (chosen.by !== 'typed') throw new Error('There is no preset');
          expect(parseAmount(chosen.text, currency, locale)).toEqual({
            ok: true,
            value: { minorUnits, currency },
          });
        }),
      );
    });
  });
});
