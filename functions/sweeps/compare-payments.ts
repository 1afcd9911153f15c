import { projectDispute } from '../../core/dispute-projection';
import type { Tip } from '../../core/tip';
import type { Deps } from '../deps';
import type {
  ListedDispute,
  ListedIntent,
  ListedRefund,
  PaymentsResult,
  TipReference,
} from '../ports/payments';
import { stored } from '../stored';
import { syncTip } from '../tips/sync-tip';
import type { Trigger } from '../tips/write-tip';
import { unchanged } from './sweep';

const dayMs = 24 * 60 * 60_000;

/** How far back each list goes, in days: as long as what is in it may still change without a tip that is looked at for itself. */
const daysBack = {
  payments: 3,
  warnings: 3,
  /** A bank may send a refund back up to 30 days later: https://docs.stripe.com/refunds#failed-refunds */
  refunds: 40,
  /** From its opening to the bank's decision two or three months: https://docs.stripe.com/disputes/how-disputes-work */
  disputes: 180,
} as const;

interface Compared {
  /** How much Stripe's lists had to tell. */
  readonly looked: number;
  /** Tips that were behind Stripe. */
  readonly changed: number;
}

/** What one of Stripe's lists tells of a tip. */
interface Told {
  readonly reference: TipReference;
  readonly heardOf?: Trigger['heardOf'];
  /** Whether money came in by it. */
  readonly succeeded: boolean;
  readonly agrees: (tip: Tip) => boolean;
}

/** Every list of Stripe's for one account beside the tips it tells of; who differs is made what Stripe says. */
export async function comparePayments(deps: Deps, account: string | null): Promise<Compared> {
  const { payments, clock } = deps;
  const since = (days: number) => clock.now() - days * dayMs;
  const lists: readonly (() => Promise<readonly Told[]>)[] = [
    async () => answered(await payments.listIntents(account, since(daysBack.payments))).flatMap(toldByIntent),
    async () => answered(await payments.listRefunds(account, since(daysBack.refunds))).map(toldByRefund),
    async () => toldByDisputes(answered(await payments.listDisputes(account, since(daysBack.disputes)))),
    async () => (await warned(deps, account, since(daysBack.warnings))).map(toldByWarning),
  ];
  let [looked, changed] = [0, 0];
  // One after the other: what was listed is set right, also when Stripe does not answer for the next list.
  for (const list of lists) {
    for (const told of await list()) {
      looked += 1;
      if (await compare(deps, account, told)) changed += 1;
    }
  }
  return { looked, changed };
}

/** A disconnected account has nothing to list any more. Everything else that is no answer is told. */
function answered<T>(listed: PaymentsResult<readonly T[]>): readonly T[] {
  if (!listed.ok) unchanged(listed.problem);
  return listed.ok ? listed.value : [];
}

/** An account without Radar may be refused the list of warnings. */
async function warned({ payments }: Deps, account: string | null, since: number) {
  const listed = await payments.listWarned(account, since);
  if (!listed.ok && listed.problem.kind === 'unavailable') unchanged(listed.problem);
  return listed.ok ? listed.value : [];
}

async function compare(deps: Deps, account: string | null, told: Told): Promise<boolean> {
  const { reference, heardOf } = told;
  const { tipId } = reference;
  const tip = await deps.store.read(stored.tip(reference.uid, tipId));
  if (tip === undefined || tip.stripe.accountId !== account) {
    if (told.succeeded) deps.log.sweepFound({ sweep: 'reconcile', what: 'paid-without-tip', tipId });
    return false;
  }
  if (told.agrees(tip)) return false;
  const trigger: Trigger = {
    cause: 'schedule',
    eventId: null,
    ...(heardOf === undefined ? {} : { heardOf }),
  };
  const synced = await syncTip(deps, reference, trigger);
  if (!synced.ok) return unchanged(synced.problem);
  // A tip that is held for its payment differs every day, until a person has dealt with it: only what is new is told.
  const isChanged = synced.value.rev !== tip.rev;
  if (isChanged) deps.log.sweepFound({ sweep: 'reconcile', what: 'behind-stripe', tipId });
  return isChanged;
}

function toldByIntent(intent: ListedIntent): readonly Told[] {
  const { reference, succeeded } = intent;
  return reference === null ? [] : [{ reference, succeeded, agrees: (tip) => agreesWith(tip, intent) }];
}

/**
 * Against what was counted: a refund of ours whose answer was lost is reserved, but not counted yet. A payment that was not counted
 * because it was unlike its tip is looked at again: the tip's new amount may have been written after its success was heard of. And
 * what it cost may be all that is missing: Stripe books a charge a moment after it succeeded, and tells so in an event of its own.
 */
function agreesWith({ payment, contrib, dispute, stripe }: Tip, intent: ListedIntent): boolean {
  if (intent.succeeded !== (payment.status === 'succeeded' && contrib.count === 1)) return false;
  if (intent.booked && stripe.balanceTransactionId === null) return false;
  return intent.refunded === contrib.refunded && intent.disputed === (dispute.status !== 'none');
}

/** A refund that failed before anybody heard of it leaves no trace at the payment. */
const toldByRefund = ({ reference, refunded, failed }: ListedRefund): Told => ({
  reference,
  heardOf: 'refund',
  succeeded: false,
  agrees: ({ contrib, refund }) => refunded === contrib.refunded && (!failed || refund.status !== 'none'),
});

function toldByDisputes(listed: readonly ListedDispute[]): readonly Told[] {
  const agrees = ({ tipId, dispute: known }: Tip) => {
    const ofTip = listed.filter(({ reference }) => reference.tipId === tipId);
    const now = projectDispute(
      known,
      ofTip.map(({ dispute }) => dispute),
    );
    // An inquiry that ended in nothing is forgotten, its amount too.
    if (now.status === 'none') return known.status === 'none';
    return now.status === known.status && now.amount === known.amount && now.dueBy === known.dueBy;
  };
  return listed.map(({ reference }) => ({ reference, succeeded: false, agrees }));
}

const toldByWarning = (reference: TipReference): Told => ({
  reference,
  heardOf: 'warning',
  succeeded: false,
  agrees: ({ warning }) => warning !== null,
});
