import { formatMoney } from '../../core/money/money';
import type { PublicProfile } from '../../core/profile/public-profile';
import { amountRules } from '../tip/amount-rules';
import { sessionTipMemory } from '../tip/tip-memory';
import { currencySign } from './currency-sign';

/** Lets what the page is at go first. Not for long: a fan who points taps soon. */
const idle = (): Promise<void> =>
  new Promise((done) => {
    // Safari has none.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 100 });
    else setTimeout(done);
  });

/** A task of its own: a tap that comes meanwhile goes first. */
const nextTask = (): Promise<void> => new Promise((done) => void setTimeout(done));

/**
 * What the first drawing of a sheet waits for most, done before the tap, each piece in a task of its own: the browser's tables for the
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
  await nextTask();
  for (const minorUnits of presets) formatMoney({ minorUnits, currency }, locale);
  currencySign(currency, locale);
  await nextTask();
  sessionTipMemory.recall(profile.handle);
  await nextTask();
}
