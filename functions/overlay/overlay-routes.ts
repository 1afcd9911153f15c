import {
  changeOverlayBody,
  overlayLiveBody,
  overlayTestBody,
  type ChangeOverlayBody,
  type OverlayAnswer,
  type OverlayLiveBody,
  type OverlayTest,
} from '@busker/core/dashboard-api/channel-api';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import { largestAmount } from '@busker/core/amounts/amount-limits';
import { currencies, type Currency } from '@busker/core/money/money';
import {
  alertLifetime,
  withOverlayChanges,
  type OverlayAlert,
  type OverlayLive,
} from '@busker/core/overlay/overlay';
import { unlessLeaving } from '../channels/own-channels';
import type { Deps } from '../deps';
import { ownerCall, ownerCallWith, readerOf, type Route } from '../http/routes';
import { stored, type Transaction } from '../store/store';
import {
  changeOwnOverlay,
  makeOverlay,
  mayDoWithOverlay,
  noOverlay,
  readOverlay,
  removeOverlay,
  renewOverlayKey,
  shownOverlay,
} from './make-overlay';

type OverlayDeps = Pick<Deps, 'store' | 'limits' | 'config' | 'clock' | 'ids'>;

/** `PATCH /v1/me/overlay`: changes what the body names, and nothing else. Open pages follow at once. */
async function changeOverlay(
  deps: OverlayDeps,
  uid: string,
  body: ChangeOverlayBody,
): Promise<Result<OverlayAnswer>> {
  const may = await mayDoWithOverlay(deps, 'change', uid);
  if (!may.ok) return may;
  const changed = await changeOwnOverlay(deps, uid, (overlay) => ({
    ...overlay,
    settings: withOverlayChanges(overlay.settings, body),
  }));
  return changed.ok ? ok(shownOverlay(deps.config, changed.value)) : changed;
}

/** `POST /v1/me/overlay/live`: what the owner does during a stream. */
async function controlOverlay(
  deps: OverlayDeps,
  uid: string,
  body: OverlayLiveBody,
): Promise<Result<OverlayAnswer>> {
  const may = await mayDoWithOverlay(deps, 'change', uid);
  if (!may.ok) return may;
  const changed = await runControl(deps, uid, body);
  return changed.ok ? ok(shownOverlay(deps.config, changed.value)) : changed;
}

function runControl(deps: OverlayDeps, uid: string, body: OverlayLiveBody) {
  const change = (next: (live: OverlayLive) => Partial<OverlayLive>) =>
    changeOwnOverlay(deps, uid, (overlay) => ({
      ...overlay,
      live: { ...overlay.live, ...next(overlay.live) },
    }));
  switch (body.act) {
    case 'pause':
      return change(() => ({ paused: true }));
    case 'resume':
      return change(() => ({ paused: false }));
    case 'mute':
      return change(() => ({ muted: true }));
    case 'unmute':
      return change(() => ({ muted: false }));
    case 'skip':
      return change(({ skip }) => ({ skip: skip + 1 }));
    case 'again':
      return withAlert(deps, uid, body.tipId, (tx, key, alert) => {
        const again = repetitionOf(deps, alert);
        tx.write(stored.overlayAlert(key, again.id), again);
      });
    case 'show':
      return withAlert(deps, uid, body.tipId, (tx, key, alert) => {
        const approvedAt = alert.approvedAt ?? deps.clock.now();
        tx.write(stored.overlayAlert(key, alert.id), { ...alert, approvedAt });
      });
  }
}

/** Refused when the tip has no alert (any more): it is older than a day, was taken back, or is another owner's. */
const withAlert = (
  deps: OverlayDeps,
  uid: string,
  tipId: string,
  act: (tx: Transaction, key: string, alert: OverlayAlert) => void,
) =>
  unlessLeaving(deps, uid, async (tx) => {
    const overlay = await tx.read(stored.ownOverlay(uid));
    if (overlay === undefined) return noOverlay();
    const alert = tipId.includes('/') ? undefined : await tx.read(stored.overlayAlert(overlay.key, tipId));
    if (alert?.kind !== 'tip') return fail(problem('tip-not-found'));
    act(tx, overlay.key, alert);
    return ok(overlay);
  });

/** A repetition has no words and no amount: the page takes them from the alert, which may have lost them. */
function repetitionOf({ clock, ids }: OverlayDeps, alert: OverlayAlert): OverlayAlert {
  const at = clock.now();
  return {
    ...alert,
    id: `again-${ids.fresh()}`,
    kind: 'again',
    amount: null,
    name: null,
    message: null,
    of: alert.id,
    at,
    approvedAt: at,
    expiresAt: at + alertLifetime,
  };
}

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
async function testOverlay(
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

const overlay = '/v1/me/overlay';

/** The owner's overlay for streams and big screens. What makes an address that shows tips needs a recent sign-in. */
export function overlayRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: overlay,
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', async ({ uid }) => ok(await readOverlay(deps, uid))),
        POST: ownerCall(deps, 'fresh', (owner, c) => makeOverlay(deps, owner, readerOf(c).language), 201),
        PATCH: ownerCallWith(deps, 'signed-in', changeOverlayBody, ({ uid }, body) =>
          changeOverlay(deps, uid, body),
        ),
        DELETE: ownerCall(deps, 'signed-in', async ({ uid }) =>
          (await removeOverlay(deps, uid)) ? ok({ overlay: null }) : noOverlay(),
        ),
      },
    },
    {
      path: `${overlay}/key`,
      cors: 'own',
      on: { POST: ownerCall(deps, 'fresh', ({ uid }) => renewOverlayKey(deps, uid)) },
    },
    {
      path: `${overlay}/live`,
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', overlayLiveBody, ({ uid }, body) =>
          controlOverlay(deps, uid, body),
        ),
      },
    },
    {
      path: `${overlay}/test`,
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', overlayTestBody, ({ uid }, { test }) =>
          testOverlay(deps, uid, test),
        ),
      },
    },
  ];
}
