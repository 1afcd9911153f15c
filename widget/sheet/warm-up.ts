import { formatMoney } from '../../core/money/money';
import type { PublicProfile } from '../../core/profile/public-profile';
import { amountRules, emptyForm } from '../tip/tip-form';
import { sessionTipMemory } from '../tip/tip-memory';
import { currencySign } from './currency-sign';

/** Waits until the page is idle, but not for long: a fan who hovers taps soon. */
const idle = (): Promise<void> =>
  new Promise((done) => {
    // Safari has no `requestIdleCallback`.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 100 });
    else setTimeout(done);
  });

/** Starts a new task, so that a tap in between goes first. */
const nextTask = (): Promise<void> => new Promise((done) => void setTimeout(done));

/**
 * Prepares the slowest parts of the sheet's first render, each in its own task: the language's number formats (80 ms on a slow phone), and the
 * tab's storage.
 */
export async function warmUp(profile: PublicProfile, wishedAmounts: string, locale: string): Promise<void> {
  const { currency, limits, presets } = amountRules(profile, null, emptyForm, { locale, wishedAmounts });
  await idle();
  formatMoney({ minorUnits: limits.min, currency }, locale);
  await nextTask();
  for (const minorUnits of presets) formatMoney({ minorUnits, currency }, locale);
  currencySign(currency, locale);
  await nextTask();
  sessionTipMemory.recall(profile.handle);
  await nextTask();
}
