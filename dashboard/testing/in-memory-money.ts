import type { BooksAnswer, BooksQuery } from '@busker/core/books/books-api';
import type { StopWhen } from '@busker/core/fan-api/monthly-api';
import type { Site, ThanksAnswer } from '@busker/core/dashboard-api/owner-api';
import { fail, ok } from '@busker/core/base/result';
import { periodWith, usualYearStart } from '@busker/core/locale/periods';
import { daysIn } from '@busker/core/locale/zoned-day';
import type { Leaving } from '@busker/core/account/account-document';
import { wholeExport, type OwnerExport } from '@busker/core/account/export-document';
import { feesByMonth, type FeeLine } from '@busker/core/fees/fees';
import { isOver, noSupport, type Monthly } from '@busker/core/monthly/monthly';
import { SumsBy, bookLine } from '@busker/core/books/book-sums';
import type { Tip } from '@busker/core/tip/tip';
import { tipTest } from '@busker/core/tip/tip-filter';
import { mayReply, thanksText, whyNotThanked } from '@busker/core/tip/tip-text';
import type { OwnerMoney } from '../data/backend';
import type { Answer } from '../data/failure';
import { makePayments } from './fakes';
import type { FakeBackend } from './fake-backend';
import type { ScriptedCall } from './scripted-call';

export const fakeExport = (changes: Partial<OwnerExport> = {}): OwnerExport => ({
  v: 1,
  id: 'export-1',
  format: changes.choice?.format ?? 'csv',
  choice: wholeExport(changes.format ?? 'csv'),
  requestedAt: Date.now(),
  state: { name: 'running', done: 0, total: null },
  ...changes,
});

export const fakeLeaving = (state?: Leaving['state']): Leaving => ({
  v: 1,
  uid: 'uid-ada',
  startedAt: Date.now(),
  changedAt: Date.now(),
  state: state ?? { name: 'running', step: 'page', done: 0, total: null },
  withdrawn: ['ada'],
  silenced: [],
  expiresAt: null,
});

/** The books of these tips, as the server answers them. */
export function booksOf(
  tips: readonly Tip[],
  { zone, ...days }: BooksQuery,
  fees: readonly FeeLine[] = [],
  feesUntil: number | null = null,
  yearStart = usualYearStart,
): BooksAnswer {
  const dayOf = daysIn(zone);
  const { from, until } = { ...periodWith(dayOf(Date.now()), 'year', yearStart), ...days };
  const lines = tips.flatMap((tip) => bookLine(tip) ?? []).toSorted((a, b) => a.paidAt - b.paidAt);
  const months = new SumsBy<string>();
  const countries = new SumsBy<string | null>();
  const apart = new Set<string>();
  for (const line of lines) {
    const day = dayOf(line.paidAt);
    if (day < from || day > until) continue;
    months.at(day.slice(0, 7)).add(line);
    countries.at(line.country).add(line);
    if (line.feeApart !== null) apart.add(line.feeApart);
  }
  return {
    months: months.all().map(([month, sums]) => ({ month, sums })),
    countries: countries.all().map(([country, sums]) => ({ country, sums })),
    feesApart: [...apart].toSorted(),
    fees: feesByMonth(fees, dayOf, { from, until }),
    feesUntil,
    firstPaidAt: lines[0]?.paidAt ?? null,
    from,
    until,
    yearStart,
    closedYears: [],
    changed: [],
    later: [],
  };
}

/** Refunds `amount` of a tip, as Stripe's answer would show it. */
function refunded(tip: Tip, amount: number): Tip {
  const all = tip.refund.refunded + amount;
  const full = all >= tip.amount;
  return {
    ...tip,
    rev: tip.rev + 1,
    state: full ? 'refunded' : 'partially_refunded',
    refund: { ...tip.refund, status: full ? 'full' : 'partial', refunded: all },
    contrib: { ...tip.contrib, refunded: all },
  };
}

/** A stopped monthly tip, as Stripe's answer would show it. One whose period is unpaid ends at once. */
const stopped = ({ periodEnd, failing }: Monthly, when: StopWhen): Partial<Monthly> => ({
  nextChargeAt: null,
  contrib: noSupport,
  endReason: 'owner',
  ...(when === 'now' || failing !== null
    ? { state: 'ended', endedAt: Date.now(), endingAt: null }
    : { state: 'ending', endingAt: periodEnd }),
});

/** Reading needs a connection. */
const reached = <T>(fake: FakeBackend, answer: Awaited<Answer<T>>): Awaited<Answer<T>> =>
  fake.online.value ? answer : fail({ code: 'api/unreachable' });

/** The server's money calls, controlled by `fake`. */
export function inMemoryMoney(fake: FakeBackend): OwnerMoney {
  const asked = <T>(name: ScriptedCall, act: () => Awaited<Answer<T>>) => fake.answer(name, act);
  return {
    connect: ({ country, currency }) =>
      asked('connect', () => {
        const requirements = ['individual.verification.document'];
        const begun = makePayments({ country, cardPayments: 'restricted', requirements });
        fake.payments.set({ ...begun, currency: currency ?? begun.currency });
        return ok({ url: 'https://connect.stripe.example/setup/1' });
      }),
    refresh: () => asked('refreshPayments', () => ok(undefined)),
    ways: () => asked('ways', () => reached(fake, ok(fake.ways))),
    sites: () => asked('sites', () => ok([...fake.sites])),
    addSite: (domain) =>
      asked('addSite', () => {
        const added: Site = {
          domain,
          applePay: 'active',
          googlePay: 'active',
          link: 'active',
          problem: null,
        };
        fake.sites.push(added);
        return ok(added);
      }),
    refund: (tipId, { requestId, amount, reason }) =>
      asked('refund', () => {
        const tip = fake.allTips.value.find((other) => other.tipId === tipId);
        if (!tip) return fail({ code: 'api/tip-not-found' });
        const before = fake.refunds.get(tipId) ?? [];
        const earlier = before.find((request) => request.requestId === requestId);
        if (earlier)
          return ok({
            requestId,
            amount: earlier.amount,
            status: 'succeeded',
            refunded: tip.refund.refunded,
            pending: 0,
          });
        const left = tip.amount - tip.refund.refunded;
        if ((amount ?? left) > left) return fail({ code: 'api/refund-too-large' });
        const after = refunded(tip, amount ?? left);
        const now = Date.now();
        const made = {
          v: 1,
          requestId,
          amount: amount ?? left,
          reason,
          by: 'owner',
          status: 'succeeded',
          keyRound: 0,
          keptErrorAt: null,
        } as const;
        fake.refunds.set(tipId, [
          ...before,
          { ...made, stripeRefundId: 're_1', failureReason: null, createdAt: now, updatedAt: now },
        ]);
        fake.changeTip(after);
        const { refunded: all, pending } = after.refund;
        return ok({ requestId, amount: amount ?? left, status: 'succeeded', refunded: all, pending });
      }),
    moderate: (tipId, state) =>
      asked('moderate', () => {
        const tip = fake.allTips.value.find((other) => other.tipId === tipId);
        if (!tip) return fail({ code: 'api/tip-not-found' });
        fake.changeTip({ ...tip, moderation: { state, reasons: tip.moderation.reasons } });
        return ok(undefined);
      }),
    reply: (tipId, text) =>
      asked('reply', () => {
        const tip = fake.allTips.value.find((other) => other.tipId === tipId);
        if (!tip) return fail({ code: 'api/tip-not-found' });
        if (!mayReply(tip, Date.now())) return fail({ code: 'api/reply-not-possible' });
        fake.changeTip({ ...tip, reply: { text, at: tip.reply?.at ?? Date.now() } });
        return ok(undefined);
      }),
    removeReply: (tipId) =>
      asked('removeReply', () => {
        const tip = fake.allTips.value.find((other) => other.tipId === tipId);
        if (!tip) return fail({ code: 'api/tip-not-found' });
        fake.changeTip({ ...tip, reply: null });
        return ok(undefined);
      }),
    thank: ({ requestId, tips, send, ...thanks }) =>
      asked('thank', () => {
        const earlier = fake.thanked.get(requestId);
        if (earlier) return ok(earlier);
        const left = { answered: 0, late: 0, unpaid: 0, gone: 0 };
        const told: Tip[] = [];
        for (const tipId of tips) {
          const tip = fake.allTips.value.find((other) => other.tipId === tipId);
          const why = whyNotThanked(tip, thanks, Date.now());
          if (why !== null) left[why] += 1;
          else if (tip) told.push(tip);
        }
        const texts = told.map((tip) => ({ tipId: tip.tipId, text: thanksText(thanks, tip, 'en') }));
        const at = Date.now();
        if (send)
          for (const [index, tip] of told.entries())
            fake.changeTip({
              ...tip,
              rev: tip.rev + 1,
              reply: { text: texts[index]?.text ?? '', at: tip.reply?.at ?? at },
            });
        const answer: ThanksAnswer = {
          state: send ? 'sent' : 'preview',
          told: told.length,
          notified: fake.waitingFans,
          mailed: 0,
          unnoticed: told.length - fake.waitingFans,
          left,
          done: send ? told.length : 0,
          samples: texts.slice(0, 3),
        };
        if (send) fake.thanked.set(requestId, answer);
        return ok(answer);
      }),
    stopMonthly: (monthlyId, when) =>
      asked('stopMonthly', () => {
        const found = fake.supporters.value.find((one) => one.monthlyId === monthlyId);
        if (!found) return fail({ code: 'api/tip-not-found' });
        fake.changeSupporter(monthlyId, stopped(found, when));
        return ok(undefined);
      }),
    stopAllMonthly: (when) =>
      asked('stopAllMonthly', () => {
        if (!fake.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        const running = fake.supporters.value.filter(({ state }) => !isOver(state));
        for (const one of running) fake.changeSupporter(one.monthlyId, stopped(one, when));
        return ok({ count: running.length });
      }),
    books: (range) =>
      asked('books', () =>
        ok({
          ...booksOf(fake.allTips.value, range, fake.fees, fake.feesUntil, fake.yearStart),
          closedYears: [...fake.closedYears],
          changed: fake.changed,
          later: fake.later,
        }),
      ),
    closeYear: (from) =>
      asked('closeYear', () => {
        fake.closedYears.push({ ...periodWith(from, 'year', fake.yearStart), closedAt: Date.now() });
        return ok(undefined);
      }),
    keepYearStart: (start) =>
      asked('keepYearStart', () => {
        fake.yearStart = start;
        return ok(undefined);
      }),
    balance: () => asked('balance', () => reached(fake, ok(fake.payouts.balance))),
    payouts: (after) => asked('payouts', () => reached(fake, ok(fake.payouts.listed(after)))),
    payout: (payoutId, after) => asked('payout', () => reached(fake, fake.payouts.one(payoutId, after))),
    exportTips: (choice) =>
      asked('exportTips', () => {
        if (!fake.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        fake.exportChoices.push(choice);
        const chosen = fake.allTips.value.filter(tipTest(choice, choice.zone));
        return fake.hasManyTips
          ? fail({ code: 'api/export-too-large' })
          : ok(new Blob([JSON.stringify(chosen)], { type: `text/${choice.format}` }));
      }),
    prepareExport: (choice) =>
      asked('prepareExport', () => {
        if (!fake.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        fake.export.set(fakeExport({ choice }));
        return ok(undefined);
      }),
    exportLink: () =>
      asked('exportLink', () => {
        if (!fake.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        return ok({ url: 'https://bucket.example/exports/uid-ada/1.csv', expiresAt: Date.now() + 900_000 });
      }),
  };
}
