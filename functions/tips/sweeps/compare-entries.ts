import type { Currency } from '../../../core/money/currency-codes';
import type { Tip } from '../../../core/tip/tip';
import { unchanged, syncTip } from '../sync-tip';
import type { Deps } from '../../deps';
import type { TipReference } from '../../stripe/payments';
import { stored } from '../../store/stored';
import { syncLedger } from '../sync-ledger';
import type { Trigger } from '../write-tip';
import type { ReconciliationEntry } from './reconciliation-entry';

/** Stripe is unavailable, or more than one tip is affected: the next look checks again. */
const mostFailures = 5;
const tipsAtOnce = 100;

/** Failures are kept until the end, so that one list or tip does not block the others. */
export class Attempts {
  private readonly failures: unknown[] = [];

  async make(work: () => Promise<void>): Promise<void> {
    if (this.failures.length < mostFailures)
      await work().catch((error: unknown) => void this.failures.push(error));
  }

  /** Throws the first failure. */
  end(): void {
    if (this.failures.length > 0) throw this.failures[0];
  }
}

/** What Stripe's lists say about one tip. */
interface OfTip {
  readonly reference: TipReference;
  readonly entries: readonly ReconciliationEntry[];
}

function byTip(entries: readonly ReconciliationEntry[]): readonly OfTip[] {
  const groups = new Map<string, { reference: TipReference; entries: ReconciliationEntry[] }>();
  for (const entry of entries) {
    const { uid, tipId } = entry.reference;
    const group = groups.get(`${uid}/${tipId}`) ?? { reference: entry.reference, entries: [] };
    group.entries.push(entry);
    groups.set(`${uid}/${tipId}`, group);
  }
  return [...groups.values()];
}

export interface ComparedEntries {
  /** Tips that had to be updated from Stripe. */
  readonly changed: number;
  /** The currencies of the tips. */
  readonly currencies: readonly Currency[];
}

/** Compares the entries with the stored tips, which are read a hundred at once, and syncs those that differ. */
export async function compareEntries(
  deps: Deps,
  account: string | null,
  entries: readonly ReconciliationEntry[],
  attempts: Attempts,
): Promise<ComparedEntries> {
  const tips = byTip(entries);
  const currencies = new Set<Currency>();
  let changed = 0;
  for (let at = 0; at < tips.length; at += tipsAtOnce) {
    const some = tips.slice(at, at + tipsAtOnce);
    const known = await deps.store.readAll(
      some.map(({ reference: { uid, tipId } }) => stored.tip(uid, tipId)),
    );
    for (const tip of known) if (tip !== undefined) currencies.add(tip.currency);
    for (const [index, ofTip] of some.entries()) {
      await attempts.make(async () => {
        if (await compareTip(deps, account, ofTip, known[index])) changed += 1;
      });
    }
  }
  return { changed, currencies: [...currencies] };
}

async function compareTip(
  deps: Deps,
  account: string | null,
  ofTip: OfTip,
  tip: Tip | undefined,
): Promise<boolean> {
  if (tip?.stripe.accountId !== account) return tip === undefined && (await compareLedger(deps, ofTip));
  const differing: ReconciliationEntry[] = [];
  for (const entry of ofTip.entries) if (!(await entry.agrees(tip))) differing.push(entry);
  if (differing.length === 0) return false;
  const about = new Set(differing.flatMap(({ askAbout }) => askAbout ?? []));
  const intent = differing.find((entry) => entry.intent !== undefined)?.intent;
  let isChanged = false;
  for (const askAbout of about.size === 0 ? [undefined] : about) {
    const trigger: Trigger = {
      cause: 'schedule',
      eventId: null,
      ...(askAbout === undefined ? {} : { askAbout }),
      ...(intent === undefined ? {} : { intent }),
    };
    if (await followTip(deps, tip, trigger)) isChanged = true;
  }
  return isChanged;
}

/** A tip that is held for its payment differs every day until a person has handled it: only new differences are reported. */
export async function followTip(deps: Deps, tip: Tip, trigger: Trigger): Promise<boolean> {
  const { ownerUid: uid, tipId } = tip;
  const synced = await syncTip(deps, { uid, tipId }, trigger);
  if (!synced.ok) return unchanged(synced.problem);
  const isChanged = synced.value.rev !== tip.rev;
  if (isChanged) deps.log.sweepFound({ sweep: 'reconcile', what: 'behind-stripe', tipId });
  return isChanged;
}

/** The ledger of a deleted account follows Stripe too. */
async function compareLedger(deps: Deps, { reference, entries }: OfTip): Promise<boolean> {
  const { tipId } = reference;
  const intent = entries.find((entry) => entry.intent !== undefined)?.intent ?? null;
  const synced = await syncLedger(deps, reference, intent);
  if (!synced.ok) return unchanged(synced.problem);
  if (synced.value === 'no-entry' && entries.some(({ succeeded }) => succeeded))
    deps.log.sweepFound({ sweep: 'reconcile', what: 'paid-without-tip', tipId });
  return synced.value === 'changed';
}
