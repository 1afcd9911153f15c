import fc from 'fast-check';
import { expect, it } from 'vitest';
import { projectMonthly } from '../../core/monthly/monthly-projection';
import type { ChargeEnd } from '../testing/in-memory-billing';
import { sendEvent, storedTips } from '../testing/ada';
import {
  monthlyIn,
  monthlyReference,
  monthlyScenario,
  type MonthlyScenario,
} from '../testing/monthly-scenario';
import { tipIn, totalsIn } from '../testing/stored-state';
import { cycleTipIdOf } from '../tips/tip-access';
import { runs } from '../../core/testing/runs';

const day = 24 * 60 * 60_000;

/** What happens at Stripe, and which of its events arrive, in which order. */
type Step =
  | { readonly kind: 'renews'; readonly end: ChargeEnd }
  | { readonly kind: 'retries'; readonly end: ChargeEnd }
  | { readonly kind: 'stops' | 'keeps' | 'ends' }
  | { readonly kind: 'rings'; readonly event: number };

const end = fc.constantFrom<ChargeEnd>('paid', 'declined', 'asks');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('renews' as const), end }),
  fc.record({ kind: fc.constant('retries' as const), end }),
  fc.constantFrom<Step>({ kind: 'stops' }, { kind: 'keeps' }, { kind: 'ends' }),
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('rings' as const), event: fc.nat() }) },
);

interface StripeEvent {
  readonly type: string;
  readonly about: Record<string, unknown>;
}

async function play(scenario: MonthlyScenario, steps: readonly Step[]): Promise<string> {
  const id = scenario.billing.subscribe(scenario.sessionId);
  const events: StripeEvent[] = [
    { type: 'checkout.session.completed', about: { reference: monthlyReference } },
  ];
  const ofStripe = () => scenario.deps.subscriptions.subscriptions.get(id);
  const perform = (happened: Exclude<Step, { readonly kind: 'rings' }>): void => {
    const known = ofStripe();
    const latest = known?.invoices.at(-1);
    const isOver = known?.facts.status === 'canceled';
    if (isOver) return;
    switch (happened.kind) {
      case 'renews': {
        if (latest?.status === 'open') return;
        scenario.deps.clock.advance(31 * day);
        const paymentIntentId = scenario.billing.renew(id, happened.end);
        events.push({ type: 'payment_intent.created', about: { paymentIntentId } });
        events.push({ type: `payment_intent.${happened.end}`, about: { paymentIntentId } });
        break;
      }
      case 'retries':
        if (latest?.status !== 'open') return;
        scenario.deps.clock.advance(day);
        scenario.billing.retry(id, happened.end);
        break;
      case 'stops':
      case 'keeps':
        scenario.billing.change(id, { cancelAtPeriodEnd: happened.kind === 'stops' });
        break;
      case 'ends':
        scenario.billing.change(id, { status: 'canceled', endedAt: scenario.deps.clock.now() });
    }
    events.push({ type: 'customer.subscription.updated', about: { reference: monthlyReference } });
    events.push({ type: 'invoice.updated', about: { invoiceId: ofStripe()?.invoices.at(-1)?.id ?? null } });
  };
  for (const each of steps) {
    if (each.kind !== 'rings') {
      perform(each);
      continue;
    }
    // Some events arrive twice, some late, some never.
    const event = events[each.event % events.length];
    if (event !== undefined) await sendEvent(scenario, event.type, event.about);
  }
  // After everything one event arrives, whichever it is; the sweep would do the same.
  await sendEvent(scenario, 'customer.subscription.updated', { reference: monthlyReference });
  return id;
}

// Holds pay-259.
it('whatever the order, number and delay of events, monthly tip, tips and totals end as Stripe’s state alone would give', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24, size: 'max' }), async (steps) => {
      const scenario = await monthlyScenario();
      const fresh = monthlyIn(scenario);
      const id = await play(scenario, steps);
      const { facts, invoices } = scenario.deps.subscriptions.subscriptions.get(id) ?? {
        facts: null,
        invoices: [],
      };
      const stored = monthlyIn(scenario);
      const snapshot = { askedAt: 0, session: null, subscription: facts, invoices };
      const { rev, updatedAt, syncedAt } = stored;
      expect(stored).toEqual({ ...projectMonthly(fresh, snapshot), rev, updatedAt, syncedAt });
      const paid = invoices.filter(({ status }) => status === 'paid');
      expect(stored.paidCycles).toBe(paid.length);
      expect(storedTips(scenario)).toHaveLength(invoices.length);
      for (const invoice of invoices) {
        const tip = tipIn(
          scenario,
          invoice.isFirst ? monthlyReference.tipId : cycleTipIdOf('acct_ada', invoice.id),
        );
        expect(tip.state).toBe(invoice.status === 'paid' ? 'paid' : 'failed');
        expect(tip.moderation.reasons).toEqual([]);
      }
      expect(totalsIn(scenario).usd).toMatchObject({ count: paid.length, gross: paid.length * 537 });
      const support = Object.entries(scenario.deps.store.dump()).filter(([path]) =>
        path.includes('/monthly-'),
      );
      const perYear = support.reduce(
        (sum, [, data]) => sum + Number((data as { perYear: number }).perYear),
        0,
      );
      expect(perYear).toBe(stored.contrib.perYear);
    }),
    { numRuns: runs(40) },
  );
});
