import { defaultPreferences } from '../../core/documents/account-document';
import { cycleTip, isBilled, isGivenUp, type InvoiceSnapshot } from '../../core/monthly/monthly-projection';
import type { Monthly } from '../../core/monthly/monthly';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import type { VersionedRead } from '../store/store';
import { stored } from '../store/stored';
import { cycleTipIdOf } from '../tips/tip-ids';

/** Whether the tip knows all that its invoice knows. A payment that has failed can fail again: the events of the last tries may be lost. */
export const isKnown = ({ tip: { payment }, isPaid, attempts }: PeriodTip): boolean =>
  isPaid ? payment.status === 'succeeded' : payment.status === 'failed' && payment.attempts >= attempts;

/** The tip of a period that was charged, as it is stored or shall be stored, whether its invoice is paid, and how often Stripe has tried. */
export interface PeriodTip {
  readonly read: VersionedRead<Tip>;
  readonly tip: Tip;
  readonly isPaid: boolean;
  readonly attempts: number;
}

/** Each tip is some documents in one commit; the others follow with the next sync. */
const mostAtOnce = 24;

/** The tips of all listed periods that were charged, the earliest first; of invoices that were given up, the stored ones. The first period's is `first`. */
export async function periodTips(
  { store }: Pick<Deps, 'store'>,
  monthly: Monthly,
  invoices: readonly InvoiceSnapshot[],
  first: Tip,
): Promise<readonly PeriodTip[]> {
  const billed = invoices
    .filter((invoice) => isBilled(invoice) || isGivenUp(invoice))
    .toSorted((a, b) => a.from - b.from)
    .slice(-mostAtOnce);
  const ids = billed.map(({ id, isFirst }) =>
    isFirst ? monthly.monthlyId : cycleTipIdOf(monthly.stripe.accountId, id),
  );
  const reads = await store.readVersioned(ids.map((tipId) => stored.tip(monthly.ownerUid, tipId)));
  const isMissing = reads.some(({ value }) => value === undefined);
  const preferences = isMissing ? await store.read(stored.preferences(monthly.ownerUid)) : undefined;
  const { keepTipsYears } = preferences ?? defaultPreferences;
  return billed.flatMap((invoice, index) => {
    const [read, tipId] = [reads[index], ids[index]];
    if (read === undefined || tipId === undefined) return [];
    const made = () =>
      isBilled(invoice) ? cycleTip(monthly, invoice, { tipId, first, keepTipsYears }) : null;
    const tip = read.value ?? made();
    return tip === null ? [] : [{ read, tip, isPaid: invoice.status === 'paid', attempts: invoice.attempts }];
  });
}
