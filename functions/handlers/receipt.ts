import { formatMoney } from '../../core/money';
import { problem } from '../../core/problem';
import { fail, ok, unreachable, type Result } from '../../core/result';
import type { Tip } from '../../core/tip';
import type { Deps } from '../deps';
import type { TipReference } from '../payments';
import { stored } from '../stored';
import { currentTip } from './tip-status';
import { undoUntil } from './undo-window';

/** What a receipt says, in words: `GET /v1/tips/{tipId}/receipt` with the tip's token. */
export interface Receipt {
  readonly heading: string;
  readonly sentence: string;
  /** Label and value of each line. */
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** Where the profile is; null once it is gone. */
  readonly profileUrl: string | null;
  /** Epoch milliseconds; null = cannot be undone (any more). */
  readonly undoUntil: number | null;
  readonly name: string;
  readonly message: string;
  /** Nothing is decided yet: look again in a moment. */
  readonly waiting: boolean;
}

const words = (tip: Tip, owner: string): Pick<Receipt, 'heading' | 'sentence' | 'waiting'> => {
  const said = (heading: string, sentence: string, waiting = false) => ({ heading, sentence, waiting });
  switch (tip.state) {
    case 'pending':
      return said('Not paid yet', `Your tip for ${owner} has not been paid. Nothing was charged.`, true);
    case 'processing':
      return said('On its way', `Your bank payment for ${owner} is on its way.`, true);
    case 'paid':
      return said('Thank you', `Your tip for ${owner} has been paid.`);
    case 'partially_refunded':
      return said('Partly given back', `A part of your tip for ${owner} was given back to your card.`);
    case 'refunded':
      return said(
        'Given back',
        `Your tip for ${owner} was given back to your card. It can take some days to show.`,
      );
    case 'disputed':
      return said('In dispute', `Your bank is looking at your tip for ${owner}.`);
    case 'lost':
      return said('Given back by your bank', `Your bank took back your tip for ${owner}.`);
    case 'failed':
      return said('Not paid', `Your tip for ${owner} was not paid. Nothing was charged.`);
    case 'expired':
      return said('Not paid', `Your tip for ${owner} was not paid in time. Nothing was charged.`);
    default:
      return unreachable(tip.state);
  }
};

function rowsOf(tip: Tip, locale: string): Receipt['rows'] {
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency: tip.currency }, locale);
  const { succeededAt } = tip.payment;
  const { brand, last4 } = tip.stripe;
  const rows: (readonly [string, string] | null)[] = [
    ['Tip', money(tip.tipAmount)],
    tip.coverAmount > 0 ? ['Card costs covered', money(tip.coverAmount)] : null,
    ['Total', money(tip.amount)],
    tip.refund.refunded > 0 ? ['Given back', money(tip.refund.refunded)] : null,
    tip.refund.pending > 0 ? ['Being given back', money(tip.refund.pending)] : null,
    brand !== null && last4 !== null ? ['Card', `${brand} ending in ${last4}`] : null,
    succeededAt === null
      ? null
      : ['Paid on', new Date(succeededAt).toISOString().slice(0, 16).replace('T', ' ')],
    ['Number', tip.tipId],
  ];
  return rows.filter((row) => row !== null);
}

/** The receipt of a tip as it stands now. */
export async function readReceipt(
  deps: Deps,
  reference: TipReference | undefined,
  locale: string,
): Promise<Result<Receipt>> {
  const tip = await currentTip(deps, reference);
  if (tip === undefined) return fail(problem('tip-not-found'));
  const profile = await deps.store.read(stored.profile(tip.ownerUid));
  const owner = profile?.name ?? `@${tip.handle}`;
  return ok({
    ...words(tip, owner),
    rows: rowsOf(tip, locale),
    profileUrl: profile === undefined ? null : `${deps.config.publicOrigin}/@${profile.handle}`,
    undoUntil: await undoUntil(deps.store, tip, deps.clock.now()),
    name: tip.fan.name ?? '',
    message: tip.fan.message ?? '',
  });
}
