import type { BooksAnswer, BooksQuery } from '../../core/api/books-api';
import type { StopWhen } from '../../core/api/monthly-api';
import type { Site } from '../../core/api/owner-api';
import { fail, ok } from '../../core/base/result';
import { daysIn } from '../../core/base/zoned-day';
import type { Leaving } from '../../core/documents/account-document';
import { wholeExport, type OwnerExport } from '../../core/documents/export-document';
import { feesByMonth, type FeeLine } from '../../core/money/fee-lines';
import { isOver, noSupport, type Monthly } from '../../core/monthly/monthly';
import { SumsBy, bookLine } from '../../core/tip/book-sums';
import type { Tip } from '../../core/tip/tip';
import { tipTest } from '../../core/tip/tip-filter';
import { mayReply } from '../../core/tip/tip-text';
import type { OwnerMoney } from '../data/backend';
import type { Answer } from '../data/failure';
import { makePayments } from '../testing/fakes';
import type { InMemoryWorld, ScriptedCall } from './in-memory-world';

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
  { from, until, zone }: BooksQuery,
  fees: readonly FeeLine[] = [],
  feesUntil: number | null = null,
): BooksAnswer {
  const dayOf = daysIn(zone);
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
const reached = <T>(world: InMemoryWorld, answer: Awaited<Answer<T>>): Awaited<Answer<T>> =>
  world.online.value ? answer : fail({ code: 'api/unreachable' });

/** The server's money calls, controlled by `world`. */
export function inMemoryMoney(world: InMemoryWorld): OwnerMoney {
  const asked = <T>(name: ScriptedCall, act: () => Awaited<Answer<T>>) => world.answer(name, act);
  return {
    connect: ({ country, currency }) =>
      asked('connect', () => {
        const requirements = ['individual.verification.document'];
        const begun = makePayments({ country, cardPayments: 'restricted', requirements });
        world.payments.set({ ...begun, currency: currency ?? begun.currency });
        return ok({ url: 'https://connect.stripe.example/setup/1' });
      }),
    refresh: () => asked('refreshPayments', () => ok(undefined)),
    ways: () => asked('ways', () => reached(world, ok(world.ways))),
    sites: () => asked('sites', () => ok([...world.sites])),
    addSite: (domain) =>
      asked('addSite', () => {
        const added: Site = {
          domain,
          applePay: 'active',
          googlePay: 'active',
          link: 'active',
          problem: null,
        };
        world.sites.push(added);
        return ok(added);
      }),
    refund: (tipId, { requestId, amount, reason }) =>
      asked('refund', () => {
        const tip = world.allTips.value.find((other) => other.tipId === tipId);
        if (!tip) return fail({ code: 'api/tip-not-found' });
        const before = world.refunds.get(tipId) ?? [];
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
        world.refunds.set(tipId, [
          ...before,
          { ...made, stripeRefundId: 're_1', failureReason: null, createdAt: now, updatedAt: now },
        ]);
        world.changeTip(after);
        const { refunded: all, pending } = after.refund;
        return ok({ requestId, amount: amount ?? left, status: 'succeeded', refunded: all, pending });
      }),
    moderate: (tipId, state) =>
      asked('moderate', () => {
        const tip = world.allTips.value.find((other) => other.tipId === tipId);
        if (!tip) return fail({ code: 'api/tip-not-found' });
        world.changeTip({ ...tip, moderation: { state, reasons: tip.moderation.reasons } });
        return ok(undefined);
      }),
    reply: (tipId, text) =>
      asked('reply', () => {
        const tip = world.allTips.value.find((other) => other.tipId === tipId);
        if (!tip) return fail({ code: 'api/tip-not-found' });
        if (!mayReply(tip, Date.now())) return fail({ code: 'api/reply-not-possible' });
        world.changeTip({ ...tip, reply: { text, at: tip.reply?.at ?? Date.now() } });
        return ok(undefined);
      }),
    removeReply: (tipId) =>
      asked('removeReply', () => {
        const tip = world.allTips.value.find((other) => other.tipId === tipId);
        if (!tip) return fail({ code: 'api/tip-not-found' });
        world.changeTip({ ...tip, reply: null });
        return ok(undefined);
      }),
    stopMonthly: (monthlyId, when) =>
      asked('stopMonthly', () => {
        const found = world.supporters.value.find((one) => one.monthlyId === monthlyId);
        if (!found) return fail({ code: 'api/tip-not-found' });
        world.changeSupporter(monthlyId, stopped(found, when));
        return ok(undefined);
      }),
    stopAllMonthly: (when) =>
      asked('stopAllMonthly', () => {
        if (!world.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        const running = world.supporters.value.filter(({ state }) => !isOver(state));
        for (const one of running) world.changeSupporter(one.monthlyId, stopped(one, when));
        return ok({ count: running.length });
      }),
    books: (range) =>
      asked('books', () => ok(booksOf(world.allTips.value, range, world.fees, world.feesUntil))),
    balance: () => asked('balance', () => reached(world, ok(world.payouts.balance))),
    payouts: (after) => asked('payouts', () => reached(world, ok(world.payouts.listed(after)))),
    payout: (payoutId, after) => asked('payout', () => reached(world, world.payouts.one(payoutId, after))),
    exportTips: (choice) =>
      asked('exportTips', () => {
        if (!world.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        world.exportChoices.push(choice);
        const chosen = world.allTips.value.filter(tipTest(choice, choice.zone));
        return world.hasManyTips
          ? fail({ code: 'api/export-too-large' })
          : ok(new Blob([JSON.stringify(chosen)], { type: `text/${choice.format}` }));
      }),
    prepareExport: (choice) =>
      asked('prepareExport', () => {
        if (!world.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        world.export.set(fakeExport({ choice }));
        return ok(undefined);
      }),
    exportLink: () =>
      asked('exportLink', () => {
        if (!world.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        return ok({ url: 'https://bucket.example/exports/uid-ada/1.csv', expiresAt: Date.now() + 900_000 });
      }),
  };
}
