import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { formatMoney, isCurrency, type Currency } from '@busker/core/money/money';
import type { Tip } from '@busker/core/tip/tip';
import type { Say } from '../messages/text';

/**
 * What lowers a sum has a real minus, not a hyphen. Intl begins a negative amount in Arabic with a mark that turns all of it left to right, so that the currency changes sides with the sign. Only the number
 * keeps that direction.
 */
const withMinusInPlace = (written: string): string =>
  written.replace(/^\u200f\u200e(-[\d.,]+)/, '\u200f\u2066$1\u2069').replace('-', '\u2212');

/** How books, totals and payouts write amounts. A balance in a currency whose decimals are unknown here is written in its smallest unit. */
export function useAmounts() {
  const { locale, formatNumber } = useIntl();
  return useMemo(() => {
    const charged = (minorUnits: number, currency: Currency) =>
      withMinusInPlace(formatMoney({ minorUnits, currency }, locale));
    const booked = (minorUnits: number, code: string) =>
      isCurrency(code)
        ? charged(minorUnits, code)
        : `${withMinusInPlace(formatNumber(minorUnits))} ${code.toUpperCase()}`;
    return { charged, booked };
  }, [locale, formatNumber]);
}

export const tipAmount = (tip: Tip, locale: string): string =>
  formatMoney({ minorUnits: tip.amount, currency: tip.currency }, locale);

/** The fan's name as the owner may see it: fans hidden from public lists are still named to the owner. */
export function tipGiver({ fan }: Tip, text: Say): string {
  return fan.name ?? text(fan.anonymous ? 'tips.anonymous' : 'tips.someone');
}

/** The announcement for screen readers when tips arrive. */
export function tipNews(tips: readonly Tip[], locale: string, text: Say): string {
  const [tip] = tips;
  if (!tip) return '';
  if (tips.length > 1) return text('tips.announceMany', { count: tips.length });
  const values = { amount: tipAmount(tip, locale), name: tipGiver(tip, text) };
  const { message } = tip.fan;
  return message ? text('tips.announceMessage', { ...values, message }) : text('tips.announce', values);
}

/** A page of Stripe's dashboard; null in the local sandbox, which has none. */
export function stripeAddress(
  { mode, livemode }: Pick<Tip, 'mode' | 'livemode'>,
  part: 'payments' | 'disputes' | 'subscriptions' | 'customers',
  id: string | null,
): string | null {
  if (id === null || mode === 'sandbox') return null;
  return `https://dashboard.stripe.com/${livemode ? '' : 'test/'}${part}/${encodeURIComponent(id)}`;
}
