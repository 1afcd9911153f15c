import { formatMoney } from '../../../core/money/money';
import type { Tip } from '../../../core/tip/tip';
import type { Say } from '../../messages/text';

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
