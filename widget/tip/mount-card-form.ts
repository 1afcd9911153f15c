import type { SurfaceFault, SurfaceLook } from '../payment/payment-surface';
import { onceSwept } from '../payment/is-covered';
import { openStripeSurface } from '../payment/stripe-surface';
import { cardFormAmount, updateCardForm } from './card-form-amount';
import { expressOptions, mayHaveWallets, type ExpressSeat } from './pay-express';
import type { TipController } from './tip-controller';
import { whyHosted } from './why-hosted';

/** Puts the card form into `place`, and the wallet buttons into their seat. `left` ends this: a form that is still loading then no longer counts. */
export async function mountCardForm(
  controller: TipController,
  place: HTMLElement,
  look: SurfaceLook,
  left: AbortSignal,
  seat: ExpressSeat | null = null,
): Promise<void> {
  const { state, send, options, stopped, cardForm } = controller;
  const isWanted = () => !left.aborted && !stopped.aborted && state().stage.at === 'starting';
  const session = await controller.session();
  if (!session || !isWanted()) return;
  controller.removeCardForm();
  const opened = await (options.openSurface ?? openStripeSurface)({
    place,
    look,
    locale: options.locale,
    publishableKey: session.publishableKey,
    stripeAccount: session.stripeAccount,
    stripeJs: session.stripeJs,
    ways: session.ways,
    express: seat && mayHaveWallets() ? expressOptions(controller, seat) : null,
    ...cardFormAmount(controller),
    signal: stopped,
  });
  if (!isWanted()) return opened.ok ? opened.value.destroy() : undefined;
  if (!opened.ok) {
    if ((await isReached(controller, opened.problem)) && isWanted())
      send({ type: 'must-pay-elsewhere', why: opened.problem });
    return;
  }
  cardForm.current = opened.value;
  // The fan may have chosen another amount meanwhile.
  await updateCardForm(controller);
  if (!isWanted()) return;
  send({ type: 'card-form-ready' });
  onceSwept(left, () => {
    send({ type: 'must-pay-elsewhere', why: 'covered' });
    if (whyHosted(state())) controller.removeCardForm();
  });
}

/** A script that fails to load may be blocked, or the network may be down. Without a network the session is refused too, and the sheet shows that. */
const isReached = async (controller: TipController, why: SurfaceFault): Promise<boolean> =>
  (why !== 'blocked' && why !== 'timeout') || (await controller.session(true)) !== null;
