import { publicWords } from '../tip/public-words';
import type { Tip } from '../tip/tip';
import type { Audience } from './channel';
import type { ToldTip } from './told-event';

type Words = Pick<ToldTip, 'words' | 'name' | 'message'>;

/**
 * A tip as a channel of this audience may tell it. In private the owner reads every visible word, also of fans who asked not to be shown; in public
 * it is what the public wall shows. Held and hidden words are never in it. `words`: whether the channel tells words at all.
 */
export function toldTip(tip: Tip, audience: Audience, words: boolean): ToldTip {
  return {
    tipId: tip.tipId,
    rev: tip.rev,
    state: tip.state,
    livemode: tip.livemode,
    currency: tip.currency,
    // As the public wall does.
    amount: audience === 'public' ? tip.tipAmount : tip.amount,
    tipAmount: tip.tipAmount,
    coverAmount: tip.coverAmount,
    refunded: tip.contrib.refunded,
    disputed: tip.contrib.disputed,
    fees: feesOf(tip),
    paidAt: tip.payment.succeededAt,
    anonymous: tip.fan.anonymous,
    ...wordsOf(tip, audience, words),
    for: tip.source.for,
    placement: tip.source.placement,
    site: tip.source.origin,
  };
}

function wordsOf(tip: Tip, audience: Audience, words: boolean): Words {
  const { fan, moderation } = tip;
  if (!words) return silent('untold');
  if (fan.name === null && fan.message === null) return silent('none');
  if (moderation.state !== 'visible') return silent(moderation.state);
  if (audience === 'private') return { words: 'visible', name: fan.name, message: fan.message };
  const shown = publicWords(tip);
  return shown === null ? silent('untold') : { words: 'visible', name: shown.name, message: shown.message };
}

const silent = (words: ToldTip['words']): Words => ({ words, name: null, message: null });

/** What Stripe booked, where it booked in the currency of the tip, or else our estimate. An estimate of 0 means that we know no fee. */
function feesOf({ fees, amount, currency, applicationFee }: Tip): number | null {
  if (fees.net !== null && fees.settlementCurrency === currency) return amount - fees.net;
  return fees.estimated === 0 ? null : fees.estimated + applicationFee;
}
