import { isInApp } from '../card/in-app';
import type { TipOptions } from './tip-controller';
import { returnMark } from './came-back';

/** Stripe and the bank add to it, and some servers refuse longer ones. */
const longest = 1_500;

/**
 * Where a bank's own page sends the fan back to: this page, whose card opens by itself, or the server's receipt where this page cannot be returned
 * to. The mark names the card that is meant, so that a payment of the page itself is left alone, also in another browser than the one that left.
 */
export function returnUrl({
  host,
  profile,
  returnsToReceipt,
}: Pick<TipOptions, 'host' | 'profile' | 'returnsToReceipt'>): string {
  const { href, protocol } = location;
  const page = href.replace(/#.*/, '');
  const marked = `${page}${page.includes('?') ? '&' : '?'}${returnMark}=${encodeURIComponent(profile.handle)}`;
  const isOrdinary = /^https?:$/.test(protocol) && window.top === window && !isInApp();
  return isOrdinary && !returnsToReceipt && marked.length <= longest ? marked : `${host}/t/back`;
}
