import type { OverlayAnswer, OverlayTest } from '../../../core/api/channel-api';
import { ok, type Result } from '../../../core/base/result';
import { currencies, type Currency } from '../../../core/money/money';
import { largestAmount } from '../../../core/money/amount-limits';
import type { OverlayAlert } from '../../../core/outbox/overlay/overlay';
import type { Deps } from '../../deps';
import { stored } from '../../store/stored';
import { unlessLeaving } from '../channels/own-channels';
import { mayDoWithOverlay } from './overlay-limits';
import { noOverlay } from './own-overlay';
import { shownOverlay } from './shown-overlay';

const burst = 20;

/** A test is gone after an hour. */
const testLifetime = 60 * 60_000;

function amountsOf(test: OverlayTest, currency: Currency): readonly number[] {
  const { min, presets } = currencies[currency];
  const [usual = min] = presets.slice(1);
  switch (test) {
    case 'small':
      return [min];
    case 'medium':
      return [usual];
    case 'large':
      return [Math.min(usual * 50, largestAmount)];
    case 'burst':
      return Array.from({ length: burst }, (_, index) => min * (index + 1));
  }
}

/** `POST /v1/me/overlay/test`: writes alerts with a TEST ribbon, by the road that tips take from here on. */
export async function testOverlay(
  deps: Pick<Deps, 'store' | 'limits' | 'config' | 'clock' | 'ids'>,
  uid: string,
  test: OverlayTest,
): Promise<Result<OverlayAnswer>> {
  const may = await mayDoWithOverlay(deps, 'test', uid);
  if (!may.ok) return may;
  const tested = await unlessLeaving(deps, uid, async (tx) => {
    const overlay = await tx.read(stored.ownOverlay(uid));
    if (overlay === undefined) return noOverlay();
    const currency = (await tx.read(stored.payments(uid)))?.currency ?? 'usd';
    const now = deps.clock.now();
    const amounts = amountsOf(test, currency);
    for (const [index, amount] of amounts.entries()) {
      const at = now - (amounts.length - 1 - index);
      const alert = testAlert(`test-${deps.ids.fresh()}`, { amount, currency, at });
      tx.write(stored.overlayAlert(overlay.key, alert.id), alert);
    }
    return ok(overlay);
  });
  return tested.ok ? ok(shownOverlay(deps.config, tested.value)) : tested;
}

/** The page has the words of a test, in its language. */
const testAlert = (
  id: string,
  { amount, currency, at }: Pick<OverlayAlert, 'amount' | 'currency' | 'at'>,
): OverlayAlert => ({
  v: 1,
  id,
  kind: 'test',
  amount,
  currency,
  name: null,
  message: null,
  of: null,
  livemode: false,
  at,
  approvedAt: at,
  expiresAt: at + testLifetime,
});
