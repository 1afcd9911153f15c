import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { intervals } from '../amounts/amount-limits';
import { shippedLanguages } from '../locale/language-tags';
import { formatMoney } from '../money/money';
import { fakeTip, noon, fakeMonthly } from '../testing/fakes';
import { yearsAfter, type Tip } from '../tip/tip';
import {
  amountConsentOf,
  areTipsLost,
  beganAndEnded,
  cardLast4,
  consentKeptUntil,
  endReasons,
  isSameFan,
  leftSince,
  monthlyStates,
  monthlySupport,
  mostAmountConsents,
  runningAt,
  stripeAddress,
  sumSupport,
  tipsAre,
  withAmountConsent,
  withNameInTime,
  withdrawUntil,
  withdrawalOf,
  type AmountConsent,
  type Monthly,
} from './monthly';
import {
  commitmentWords,
  consentTo,
  offerWords,
  stopAt,
  wordsVersion,
  type Commitment,
} from './monthly-words';

describe('monthly', () => {
  describe('amount consent', () => {
    const consentTo = (amount: number, words = `${amount}`): AmountConsent => ({
      amount,
      words,
      wordsVersion: 1,
      language: 'en',
      at: amount,
    });
    const monthly = fakeMonthly({ amount: 537 });

    it('another amount has no consent before the fan agrees to one', () => {
      expect(amountConsentOf(monthly)).toBeNull();
      const asked = { ...monthly, amountConsents: withAmountConsent(monthly, consentTo(800)) };
      expect(amountConsentOf(asked)).toBeNull();
      expect(amountConsentOf({ ...asked, amount: 800 })).toEqual(consentTo(800));
    });

    // Holds pay-366.
    it('no consent is lost while nobody knows which of the amounts Stripe has', () => {
      const wished = (known: Monthly, amount: number): Monthly => ({
        ...known,
        amountConsents: withAmountConsent(known, consentTo(amount)),
      });
      const asked = [800, 900, 1000].reduce(wished, monthly);
      for (const amount of [800, 900, 1000])
        expect(amountConsentOf({ ...asked, amount })).toEqual(consentTo(amount));
      const raised = { ...asked, amount: 800 };
      expect(wished(raised, 1100).amountConsents.map(({ amount }) => amount)).toEqual([800, 900, 1000, 1100]);
    });

    it('of more than ten consents the oldest goes that is not the consent to the present amount', () => {
      const amounts = Array.from({ length: mostAmountConsents }, (_, index) => 800 + index);
      const full = { ...monthly, amount: 800, amountConsents: amounts.map((amount) => consentTo(amount)) };
      const kept = withAmountConsent(full, consentTo(2000));
      expect(kept).toHaveLength(mostAmountConsents);
      expect(kept.map(({ amount }) => amount)).toEqual([800, ...amounts.slice(2), 2000]);
    });

    it('a repeated press keeps the time of the first one, and other words are another consent', () => {
      const asked = { ...monthly, amountConsents: [consentTo(800)] };
      expect(withAmountConsent(asked, { ...consentTo(800), at: 9999 })).toBe(asked.amountConsents);
      expect(withAmountConsent(asked, consentTo(800, 'acht'))).toEqual([
        consentTo(800),
        consentTo(800, 'acht'),
      ]);
    });
  });

  describe('consent lifetime', () => {
    const day = 24 * 60 * 60_000;
    const [from, to] = [Date.UTC(2020, 0, 1), Date.UTC(2120, 0, 1)];
    /** Consents with the later end of their monthly tip. */
    const terms = fc
      .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 0, max: 20 * 366 * day }))
      .map(([at, lasts]) => ({ at, endedAt: at + lasts }));

    /** What a calendar says, without the arithmetic of Date: the same day and time in UTC; 29 February is 1 March in a common year. */
    function later(at: number, years: number): string {
      const [, year = '', monthDay = '', time = ''] =
        /^(\d{4})-(\d\d-\d\d)(.*)$/.exec(new Date(at).toISOString()) ?? [];
      const then = Number(year) + years;
      const isLeap = then % 4 === 0 && (then % 100 !== 0 || then % 400 === 0);
      return `${then}-${monthDay === '02-29' && !isLeap ? '03-01' : monthDay}${time}`;
    }

    it.each([
      [
        'a short one: three years',
        '2026-11-28T10:00:00.000Z',
        '2026-12-28T10:00:00.000Z',
        '2029-11-28T10:00:00.000Z',
      ],
      [
        'a long one: a year more',
        '2026-11-28T10:00:00.000Z',
        '2031-01-31T23:59:59.999Z',
        '2032-01-31T23:59:59.999Z',
      ],
      [
        'both on the same day',
        '2026-11-28T10:00:00.000Z',
        '2028-11-28T10:00:00.000Z',
        '2029-11-28T10:00:00.000Z',
      ],
      [
        'agreed on 29 February',
        '2028-02-29T12:00:00.000Z',
        '2028-03-29T12:00:00.000Z',
        '2031-03-01T12:00:00.000Z',
      ],
      [
        'ended on 29 February',
        '2024-06-01T00:00:00.000Z',
        '2028-02-29T23:00:00.000Z',
        '2029-03-01T23:00:00.000Z',
      ],
      [
        'a minute before the year ends in UTC',
        '2026-12-31T23:59:00.000Z',
        '2027-01-01T00:00:00.000Z',
        '2029-12-31T23:59:00.000Z',
      ],
    ])('a consent is kept after %s', (_name, at, endedAt, until) => {
      expect(new Date(consentKeptUntil(Date.parse(at), Date.parse(endedAt))).toISOString()).toBe(until);
    });

    it('a consent is kept three years of the calendar and a year after the end, and not a millisecond longer', () => {
      fc.assert(
        fc.property(terms, ({ at, endedAt }) => {
          const until = new Date(consentKeptUntil(at, endedAt)).toISOString();
          expect(until).toBe([later(at, 3), later(endedAt, 1)].toSorted().at(-1));
        }),
      );
    });

    it('a later end never shortens the time', () => {
      fc.assert(
        fc.property(terms, fc.integer({ min: 0, max: 900 * day }), ({ at, endedAt }, more) => {
          expect(consentKeptUntil(at, endedAt + more)).toBeGreaterThanOrEqual(consentKeptUntil(at, endedAt));
        }),
      );
    });
  });

  describe('name in time', () => {
    const end = yearsAfter(noon, 2);
    const nameIn = (state: (typeof monthlyStates)[number], now: number) =>
      withNameInTime(fakeMonthly({ state }), { latestAt: noon, keepTipsYears: 2, now }).fan.name;

    // Holds pay-317.
    it('a monthly tip that is over loses the name with the texts of its latest payment, not before', () => {
      for (const state of ['ended', 'never-began'] as const)
        expect([nameIn(state, end - 1), nameIn(state, end)]).toEqual(['Grace', null]);
    });

    // Holds pay-317.
    it('a monthly tip that is not over keeps the name', () => {
      const others = monthlyStates.filter((state) => state !== 'ended' && state !== 'never-began');
      expect(others.map((state) => nameIn(state, end))).toEqual(others.map(() => 'Grace'));
    });

    it('a monthly tip without a name stays the same object', () => {
      const nameless = fakeMonthly({ state: 'ended', fan: { name: null, anonymous: false } });
      expect(withNameInTime(nameless, { latestAt: noon, keepTipsYears: 2, now: end })).toBe(nameless);
    });
  });

  // Holds tag-183.
  it('a fan is another one with another name, or with another choice of what others see', () => {
    const { fan } = fakeMonthly();
    expect(isSameFan(fan, { ...fan })).toBe(true);
    const others = [{ name: 'Zoe' }, { anonymous: true }, { hidesAmount: true as const }];
    expect(others.map((change) => isSameFan(fan, { ...fan, ...change }))).toEqual([false, false, false]);
  });

  describe('tips behind', () => {
    const day = 24 * 60 * 60_000;
    const ended = fakeMonthly({ state: 'ended', updatedAt: noon });

    // Holds pay-402.
    it('tips are given up once Stripe was asked four weeks after the end', () => {
      const behind = tipsAre(true, ended);
      expect(areTipsLost({ ...behind, syncedAt: null })).toBe(false);
      expect(areTipsLost({ ...behind, syncedAt: noon + 28 * day - 1 })).toBe(false);
      expect(areTipsLost({ ...behind, syncedAt: noon + 28 * day })).toBe(true);
      expect(areTipsLost({ ...tipsAre(false, behind), syncedAt: noon + 28 * day })).toBe(false);
    });

    it('a monthly tip whose tips are known has no mark at all', () => {
      expect(tipsAre(false, tipsAre(true, ended))).toEqual(ended);
    });
  });

  describe('support', () => {
    const span = (startedAt: number | null, endedAt: number | null = null) => ({ startedAt, endedAt });

    describe('the monthly support of an owner', () => {
      // Holds dash-147.
      it('is one sum for each currency, never one of two', () => {
        const sums = sumSupport([
          { currency: 'eur', active: 2, perYear: 12_000 },
          { currency: 'usd', active: 1, perYear: 6000 },
          { currency: 'eur', active: -1, perYear: -6000 },
        ]);
        expect(sums).toEqual({ eur: { active: 1, perYear: 6000 }, usd: { active: 1, perYear: 6000 } });
      });

      it('is never more than what comes in a year', () => {
        expect(monthlySupport({ active: 1, perYear: 6000 })).toBe(500);
        expect(monthlySupport({ active: 1, perYear: 100 })).toBe(8);
        fc.assert(
          fc.property(fc.nat(), (perYear) => {
            const month = monthlySupport({ active: 1, perYear });
            return month * 12 <= perYear && (month + 1) * 12 > perYear;
          }),
        );
      });
    });

    describe('who came and who left', () => {
      const all = [span(10), span(20, 50), span(30, 90), span(60), span(null), span(null, 55)];

      it('counts what began and ended in a time, and nothing that never began', () => {
        expect(beganAndEnded(all, 20, 60)).toEqual({ began: 2, ended: 1 });
        expect(beganAndEnded(all, 60, 90)).toEqual({ began: 1, ended: 0 });
      });

      it('counts as left only who was there before', () => {
        expect(leftSince(all, 40, 60)).toEqual({ count: 3, ended: 1 });
        expect(leftSince(all, 5, 100)).toEqual({ count: 0, ended: 0 });
      });

      it('counts at each time who had begun and not ended', () => {
        expect(runningAt(all, [9, 10, 49, 50, 89, 90])).toEqual([0, 1, 3, 2, 3, 2]);
      });

      // Holds pay-392.
      it('counts one whose account Stripe does not show until then, and neither as gone on nor as left', () => {
        const away = { ...span(10), elsewhere: { since: 50, lookAt: 99 } };
        expect(runningAt([away], [49, 50, 90])).toEqual([1, 0, 0]);
        expect(leftSince([away, span(10)], 20, 60)).toEqual({ count: 1, ended: 0 });
        expect(beganAndEnded([away], 0, 90)).toEqual({ began: 1, ended: 0 });
        expect(leftSince([{ ...away, endedAt: 40 }], 20, 60)).toEqual({ count: 1, ended: 1 });
      });

      it('adds up: who was there, plus who began, less who ended, is who is there', () => {
        const time = fc.integer({ min: 0, max: 1000 });
        const spans = fc.array(fc.tuple(time, fc.option(fc.integer({ min: 1, max: 500 }))), {
          maxLength: 30,
        });
        fc.assert(
          fc.property(spans, time, fc.integer({ min: 1, max: 400 }), (given, from, length) => {
            const until = from + length;
            const each = given.map(([start, lasts]) => span(start, lasts === null ? null : start + lasts));
            const [before = 0, after = 0] = runningAt(each, [from - 1, until - 1]);
            const { began, ended } = beganAndEnded(each, from, until);
            return before + began - ended === after;
          }),
        );
      });
    });
  });

  describe('declared withdrawal', () => {
    it.each(['4242', ' 4242 ', '٤٢٤٢', '۴۲۴۲', '４２４２'])('reads %j as the digits of a card', (typed) => {
      expect(v.parse(cardLast4, typed)).toBe('4242');
    });

    it.each(['0000', '٠٩٠٩', '０９０９'])(
      'reads the first and the last digit of each script in %j',
      (typed) => {
        expect(v.parse(cardLast4, typed)).toMatch(/^0[09]0[09]$/);
      },
    );

    it.each(['', '424', '42424', '42 42', '424a', '-424', '4.24'])('refuses %j', (typed) => {
      expect(v.safeParse(cardLast4, typed).success).toBe(false);
    });

    it('keeps the capital letters of an address, and not the space around it', () => {
      expect(v.parse(stripeAddress, ' Zoe@Fans.Example ')).toBe('Zoe@Fans.Example');
    });
  });
});

describe('withdrawal', () => {
  const day = 24 * 60 * 60_000;
  const paid = { every: 'month', startedAt: 0, lastPaidAt: 1000, endReason: null } as const;

  // Holds pay-276.
  it('is fifteen days from the first payment, and for a yearly tip from each payment', () => {
    expect(withdrawUntil(paid)).toBe(15 * day);
    expect(withdrawUntil({ ...paid, lastPaidAt: 31 * day })).toBe(15 * day);
    expect(withdrawUntil({ ...paid, every: 'year', lastPaidAt: 365 * day })).toBe(380 * day);
  });

  it('stays open for who has stopped, and is over once used or before anything was paid', () => {
    expect(withdrawUntil({ ...paid, endReason: 'fan' })).toBe(15 * day);
    expect(withdrawUntil({ ...paid, endReason: 'withdrawn' })).toBeNull();
    expect(withdrawUntil({ ...paid, startedAt: null })).toBeNull();
    expect(withdrawUntil({ ...paid, lastPaidAt: null })).toBeNull();
  });

  describe('what a withdrawal would do', () => {
    const payment = (number: number, given: Partial<Tip> = {}): Tip => {
      const tip = fakeTip();
      const cycle = { monthlyId: 'tip1', number, invoiceId: null, subscriptionId: null, period: null };
      return {
        ...tip,
        tipId: `tip${number}`,
        payment: { ...tip.payment, status: 'succeeded' },
        cycle,
        ...given,
      };
    };
    const failed = (number: number): Tip => {
      const tip = payment(number);
      return { ...tip, payment: { ...tip.payment, status: 'failed' } };
    };
    const whole = ({ amount, refund }: Tip, part: Partial<Tip['refund']>) => ({
      refund: { ...refund, status: 'pending' as const, ...part },
      amount,
    });
    const of = (tips: readonly Tip[], given: Partial<Monthly> = {}) =>
      withdrawalOf(fakeMonthly({ state: 'active', ...paid, ...given }), tips, 15 * day);

    // Holds pay-390.
    it('is the same whether it runs or has ended, and for whatever reason but a withdrawal', () => {
      const tip = payment(1);
      fc.assert(
        fc.property(
          fc.constantFrom(...monthlyStates),
          fc.option(fc.constantFrom(...endReasons)),
          fc.constantFrom(...intervals),
          fc.nat(40),
          (state, endReason, every, days) => {
            const monthly = fakeMonthly({ ...paid, state, endReason, every });
            const isIn = days <= 15 && endReason !== 'withdrawn';
            const until = (every === 'year' ? paid.lastPaidAt : 0) + 15 * day;
            expect(withdrawalOf(monthly, [tip], days * day)).toEqual(
              isIn ? { kind: 'open', tip, until } : { kind: 'over' },
            );
          },
        ),
      );
    });

    it('gives the latest paid period back, whatever the order of the list and however later ones failed', () => {
      expect(of([payment(1), failed(3), payment(2)])).toMatchObject({ kind: 'open', tip: { tipId: 'tip2' } });
    });

    it('takes a payment without a number for the first one', () => {
      const { cycle: _none, ...first } = payment(1);
      for (const tips of [
        [first, payment(2)],
        [payment(2), first],
      ])
        expect(of(tips)).toMatchObject({ kind: 'open', tip: { tipId: 'tip2' } });
    });

    it('has nothing left without a payment, after a refund, on the way of one, and in a dispute', () => {
      const tip = payment(1);
      const empty = { kind: 'nothing-left' };
      expect(of([failed(1)])).toEqual(empty);
      expect(of([{ ...tip, ...whole(tip, { refunded: tip.amount }) }])).toEqual(empty);
      expect(of([{ ...tip, ...whole(tip, { refunded: 1, pending: tip.amount - 1 }) }])).toEqual(empty);
      for (const status of ['open', 'lost'] as const)
        expect(of([{ ...tip, dispute: { ...tip.dispute, status } }])).toEqual(empty);
      expect(of([{ ...tip, ...whole(tip, { refunded: 1 }) }])).toMatchObject({ kind: 'open' });
    });
  });
});

describe('the words of a commitment', () => {
  const fiveMonthly: Commitment = {
    amount: 537,
    currency: 'eur',
    every: 'month',
    owner: 'Ada',
    at: Date.UTC(2026, 10, 15, 23, 30),
  };
  const termsOf = (given: Partial<Commitment>, language = 'en') =>
    commitmentWords({ ...fiveMonthly, ...given }, language).terms;

  // Holds pay-247.
  describe.each(shippedLanguages)('the words of a commitment in %s', (language) => {
    // Holds pay-267.
    it('are the same when the amount is put between the parts of an offer', () => {
      const { amount, currency, ...offer } = { ...fiveMonthly, owner: 'Ada {amount} \uE000' };
      for (const every of ['month', 'year'] as const) {
        const whole = commitmentWords(
          { ...offer, amount, currency, every, owner: 'Ada {amount} ' },
          language,
        );
        const { terms, button, thanks, ...rest } = offerWords({ ...offer, every }, language);
        const money = formatMoney({ minorUnits: amount, currency }, language);
        expect({ ...rest, terms: terms.join(money), button: button.join(money) }).toEqual(whole);
        expect([terms.length, button.length, thanks.length]).toEqual([3, 2, 2]);
      }
    });

    it('leave no field open, and name the amount in the terms and on the button', () => {
      for (const every of ['month', 'year'] as const) {
        const words = commitmentWords({ ...fiveMonthly, every }, language);
        expect(Object.values(words).join(' ')).not.toMatch(/[{}]/);
        const [five] = /[5٥][.,٫][3٣][7٧]/.exec(words.terms) ?? [''];
        expect(five).not.toBe('');
        expect(words.button).toContain(five);
      }
    });
  });

  describe('the words in English', () => {
    it('name amount, day, next charge, the way to stop and who is paid', () => {
      expect(commitmentWords(fiveMonthly, 'en')).toEqual({
        terms: '€5.37 today, then €5.37 every month on the 15th, until you stop.',
        next: 'Next charge: December 15, 2026 (UTC).',
        stop: 'Stop any time, with the link on your receipt or in Stripe’s mails: then nothing more is charged.',
        paidTo:
          'Paid to Ada by Stripe. Stripe asks for your email and gives it to Ada’s Stripe account; Busker does not keep it.',
        button: 'Continue: €5.37 every month',
      });
    });

    test.each([
      [1, '1st'],
      [2, '2nd'],
      [3, '3rd'],
      [11, '11th'],
      [22, '22nd'],
      [28, '28th'],
    ])('day %i is the %s', (day, word) => {
      expect(termsOf({ at: Date.UTC(2027, 0, day) })).toContain(` on the ${word}, until`);
    });

    it('say what happens in shorter months from the 29th on', () => {
      expect(termsOf({ at: Date.UTC(2027, 0, 31) })).toContain(
        'on the 31st (the last day of shorter months), until',
      );
    });

    it('name the date of a yearly tip', () => {
      expect(termsOf({ every: 'year' })).toContain('then €5.37 every year on November 15, until');
    });

    it('keep an owner’s name that looks like a field', () => {
      expect(commitmentWords({ ...fiveMonthly, owner: '{amount}' }, 'en').paidTo).toMatch(
        /^Paid to \{amount\}/,
      );
    });

    // Holds pay-247.
    it('are stored with their version and language when the fan agrees', () => {
      const { terms, next, stop, paidTo } = commitmentWords(fiveMonthly, 'en');
      expect(consentTo(fiveMonthly, 'en-GB')).toEqual({
        words: `${terms} ${next} ${stop} ${paidTo}`,
        wordsVersion,
        language: 'en',
        at: fiveMonthly.at,
      });
    });

    it('name the page that stops it', () => {
      expect(stopAt('https://busker.test/@ada/monthly', 'en')).toBe(
        'Stop any time at https://busker.test/@ada/monthly',
      );
    });
  });

  describe('the words in other languages', () => {
    it('are English for a language that Busker does not have', () => {
      expect(termsOf({}, 'fi')).toBe(termsOf({}));
    });

    it('write the first of a month as the language does', () => {
      const first = { at: Date.UTC(2027, 0, 1) };
      expect(termsOf(first, 'fr')).toContain('le 1er, jusqu’à');
      expect(termsOf(first, 'de')).toContain('am 1. 5,37');
      expect(termsOf(first, 'ja')).toContain('毎月1日');
    });

    it('isolate left-to-right names and addresses in Arabic', () => {
      expect(commitmentWords(fiveMonthly, 'ar').paidTo).toContain('\u2068Ada\u2069');
      expect(stopAt('https://busker.test', 'ar')).toContain('\u2068https://busker.test\u2069');
    });
  });
});
