import { useIntl } from 'react-intl';
import type { RefundAnswer } from '../../../core/api/owner-api';
import { formatFanSum } from '../../../core/money/fan-money';
import { refundArrives } from '../../../core/tip/refund';
import type { Tip } from '../../../core/tip/tip';
import { wayName } from '../../../core/ways/ways';
import { useText } from '../../messages/text';
import { useDays } from '../../shared/use-days';

/** How the money of a refund goes back: to the card, or the way it came. */
export interface WayBack {
  /** Before the refund. */
  readonly note: string;
  /** At which rate, where the fan paid in the own currency. */
  readonly rate: string | null;
  /** What the answer means. `amount`: as the reader writes it. */
  readonly done: (status: RefundAnswer['status'], amount: string) => string;
}

export function useWayBack(tip: Tip): WayBack {
  const text = useText();
  const days = useDays();
  const { locale } = useIntl();
  const way = wayName(tip.stripe.paymentMethodType);
  const arrives = refundArrives(tip);
  const done: WayBack['done'] = (status, amount) =>
    status === 'succeeded' && way !== null
      ? text('refund.doneWay', { amount, way })
      : text(`refund.done.${status}`, { amount });
  const { presented } = tip.payment;
  const amount = presented && formatFanSum(presented, locale);
  const rate = amount === undefined ? null : text('refund.fanCurrency', { amount });
  if (way === null) return { note: text('refund.note'), rate, done };
  if (arrives === null) return { note: text('refund.noteWay', { way }), rate, done };
  return { note: text('refund.noteSlow', { way, time: days(arrives) }), rate, done };
}
