import { html, type Html } from '../../html';
import type { Price } from '../payments/adaptive-pricing';
import { decimalsOf } from '../payments/amounts';
import { CONVERSION_FEE_PERCENT, rateWithFee } from '../payments/exchange-rates';
import type { CheckoutWords } from './checkout-words';

/** An amount in minor units as the page's language writes it. */
export const pageMoney = ({ amount, currency }: Omit<Price, 'ways'>, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimalsOf(currency),
  }).format(amount / 10 ** decimalsOf(currency));

/** The choice between the fan's currency, which is the first price, and the session's; null when there is nothing to choose. */
export function currencyChoice(
  [theirs, ours]: readonly Price[],
  chosen: string,
  language: string,
  words: CheckoutWords,
): Html | null {
  if (!theirs || !ours) return null;
  const option = (price: Price) => {
    const total = pageMoney(price, language);
    const state = html`value="${price.currency}" data-amount="${price.amount}"
    data-ways="${price.ways.join(' ')}" data-total="${total}"
    ${price.currency === chosen ? html`checked` : null}`;
    return html`<label><input type="radio" name="currency" ${state} /> ${total}</label>`;
  };
  const rate = new Intl.NumberFormat(language, { maximumSignificantDigits: 5 });
  const text = words.rate({
    from: ours.currency.toUpperCase(),
    to: `${rate.format(rateWithFee(ours.currency, theirs.currency))} ${theirs.currency.toUpperCase()}`,
    percent: CONVERSION_FEE_PERCENT,
  });
  return html`<fieldset class="currencies" aria-describedby="rate">
      <legend>${words.currency}</legend>
      ${option(theirs)} ${option(ours)}
    </fieldset>
    <p class="soft" id="rate">${text}</p>`;
}
