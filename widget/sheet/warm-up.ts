import { formatMoney } from '../../core/money';
import type { PublicProfile } from '../../core/public-profile';
import { amountRules } from '../tip/amount-rules';
import { sessionTipMemory } from '../tip/tip-memory';
import { currencySign } from './currency-sign';

/** Lets everything else of the page go first; a fan's tap above all. */
const idle = (): Promise<void> =>
  new Promise((done) => {
    // Safari has none.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 300 });
    else setTimeout(done);
  });

/**
 * What the first drawing of a sheet waits for most, done before the tap, each piece in a pause of the page: the browser's tables for the
 * language's numbers (80 ms on a slow telephone), and its way to the tab's storage.
 */
export async function warmUp(
  profile: PublicProfile,
  wishedAmounts: readonly string[],
  locale: string,
): Promise<void> {
  const { currency, limits, presets } = amountRules(profile, null, { locale, wishedAmounts });
  await idle();
  formatMoney({ minorUnits: limits.min, currency }, locale);
  await idle();
  for (const minorUnits of presets) formatMoney({ minorUnits, currency }, locale);
  currencySign(currency, locale);
  await idle();
  sessionTipMemory.recall(profile.handle);
  await idle();
}
