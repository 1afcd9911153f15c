import type { Deps } from '../../deps';
import type { PaymentsResult } from '../../stripe/payments';
import { stored } from '../../store/stored';
import { syncLedger } from '../sync-ledger';
import { syncTip } from '../sync-tip';
import type { Trigger } from '../write-tip';
import { unchanged } from '../../jobs/sweep';
import {
  entriesOfDisputes,
  entriesOfIntent,
  entryOfOpenTip,
  entriesOfRefunds,
  entriesOfWarnings,
  type ReconciliationEntry,
} from './reconciliation-entry';
import { unsettledTips } from './unsettled-tips';

const dayMs = 24 * 60 * 60_000;

/** How far back each list goes, in days: objects in it may change that long without any other sweep reading their tip. */
const daysBack = {
  payments: 3,
  /** A bank may return a refund up to 30 days later: https://docs.stripe.com/refunds#failed-refunds */
  refunds: 40,
  /** A dispute takes two or three months from its opening to the bank's decision: https://docs.stripe.com/disputes/how-disputes-work */
  disputes: 180,
  /** A warning stays actionable until its payment is disputed or refunded. */
  warnings: 180,
} as const;

/** Stripe is unavailable, or more than one tip is affected: the next day's run checks again. */
const mostFailures = 5;

interface Compared {
  /** The number of compared objects. */
  readonly checked: number;
  /** Tips that had to be updated from Stripe. */
  readonly changed: number;
  /** Whether Stripe shows the account. A disconnected one may come back. */
  readonly isThere: boolean;
}

/**
 * Compares every list of Stripe for one account, and its owner's unsettled tips, with the stored tips, and syncs those that differ. `missedMs`: how
 * much longer than a day no comparison was possible. Failures are reported at the end, so that one list or tip does not block the others.
 */
export async function comparePayments(
  deps: Deps,
  account: string | null,
  uid: string,
  missedMs: number,
): Promise<Compared> {
  const { payments, clock } = deps;
  const since = (days: number) => clock.now() - days * dayMs - missedMs;
  let isThere = false;
  const lists: readonly (() => Promise<readonly ReconciliationEntry[]>)[] = [
    async () => {
      const listed = await payments.listIntents(account, since(daysBack.payments));
      isThere = listed.ok;
      return answered(listed).flatMap(entriesOfIntent);
    },
    async () =>
      entriesOfRefunds(deps.store, answered(await payments.listRefunds(account, since(daysBack.refunds)))),
    async () => entriesOfDisputes(answered(await payments.listDisputes(account, since(daysBack.disputes)))),
    async () => entriesOfWarnings(await warned(deps, account, since(daysBack.warnings))),
    async () => (await unsettledTips(deps.store, uid)).map(entryOfOpenTip),
  ];
  let [checked, changed] = [0, 0];
  const failures: unknown[] = [];
  const attempt = async (work: () => Promise<void>) => {
    if (failures.length < mostFailures) await work().catch((error: unknown) => void failures.push(error));
  };
  for (const list of lists) {
    await attempt(async () => {
      for (const entry of await list()) {
        checked += 1;
        await attempt(async () => {
          if (await compare(deps, account, entry)) changed += 1;
        });
      }
    });
  }
  if (failures.length > 0) throw failures[0];
  return { checked, changed, isThere };
}

/** A disconnected account has no lists any more. Every other failure is reported. */
function answered<T>(listed: PaymentsResult<readonly T[]>): readonly T[] {
  if (!listed.ok) unchanged(listed.problem);
  return listed.ok ? listed.value : [];
}

/** An account without Radar may be refused the list of warnings. */
async function warned({ payments }: Deps, account: string | null, since: number) {
  const listed = await payments.listWarnings(account, since);
  if (!listed.ok && listed.problem.kind === 'unavailable') unchanged(listed.problem);
  return listed.ok ? listed.value : [];
}

async function compare(deps: Deps, account: string | null, entry: ReconciliationEntry): Promise<boolean> {
  const { reference, askAbout, intent } = entry;
  const { tipId } = reference;
  const tip = await deps.store.read(stored.tip(reference.uid, tipId));
  if (tip?.stripe.accountId !== account) return tip === undefined && (await compareLedger(deps, entry));
  if (await entry.agrees(tip)) return false;
  const trigger: Trigger = {
    cause: 'schedule',
    eventId: null,
    ...(askAbout === undefined ? {} : { askAbout }),
    ...(intent === undefined ? {} : { intent }),
  };
  const synced = await syncTip(deps, reference, trigger);
  if (!synced.ok) return unchanged(synced.problem);
  // A tip that is held for its payment differs every day until a person has handled it: only new differences are reported.
  const isChanged = synced.value.rev !== tip.rev;
  if (isChanged) deps.log.sweepFound({ sweep: 'reconcile', what: 'behind-stripe', tipId });
  return isChanged;
}

/** The ledger of a deleted account follows Stripe too. */
async function compareLedger(
  deps: Deps,
  { reference, succeeded, intent }: ReconciliationEntry,
): Promise<boolean> {
  const { tipId } = reference;
  const synced = await syncLedger(deps, reference, intent ?? null);
  if (!synced.ok) return unchanged(synced.problem);
  if (succeeded && synced.value === 'no-entry')
    deps.log.sweepFound({ sweep: 'reconcile', what: 'paid-without-tip', tipId });
  return synced.value === 'changed';
}
