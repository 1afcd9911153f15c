import { isInApp } from '../browser/in-app';
import type { TipMessages } from '../messages/en-tip';
import { onceSwept } from '../frames/watch-frame';
import type { ExpressLine, ExpressOptions, SurfaceFault, SurfaceLook } from '../payment/payment-surface';
import { openStripeSurface } from '../payment/stripe-surface';
import { cardFormAmount, updateCardForm } from './start-tip';
import { noticeText } from '../messages/notice-text';
import { charge } from './pay-here';
import type { TipController } from '../tip/tip-controller';
import { isInWallet, whyHosted } from '../tip/tip-flow';
import { isFilledWell } from '../tip/tip-form';

/** Where the row of wallet buttons is, and what its surroundings do. */
interface ExpressSeat {
  readonly place: HTMLElement;
  readonly messages: TipMessages;
  readonly onShown: (isShown: boolean) => void;
  /** Shows what prevents the payment, and moves the focus there. */
  readonly onFault: () => void;
}

/** In frames of other sites only some wallets open, and in browsers inside apps they fail. */
const mayHaveWallets = (): boolean => isOfThisSite() && !isInApp();

/** Whether the page in the address bar has this page's origin. Browsers throw for another one. */
function isOfThisSite(): boolean {
  try {
    return window.top?.origin === window.origin;
  } catch {
    return false;
  }
}

/** One press on a wallet's button and the fan's consent there: the same tip as by the pay button. */
function expressOptions(controller: TipController, seat: ExpressSeat): ExpressOptions {
  const { state, send, options } = controller;
  const { messages } = seat;
  const { name } = options.profile;
  let shownTotal = 0;
  const line = (amount: number): ExpressLine => ({ name: messages.title(name), amount });
  const refuse = () => {
    // An amount that is missing has an error only now.
    if (controller.amount().at === 'none') controller.edit({ amount: { by: 'typed', text: '' } });
    seat.onFault();
    return null;
  };
  const agree = async () => {
    const read = controller.amount();
    const form = controller.cardForm.current;
    if (read.at !== 'good' || !form || read.figures.total !== shownTotal) {
      await updateCardForm(controller);
      return send({ type: 'not-paid', notice: { kind: 'total-changed' }, intent: 'open' });
    }
    await charge(controller, form, read.figures);
    // The wallet is closed then, and the answer must not charge a card that the fan typed before.
    if (state().notice?.kind === 'challenge')
      send({ type: 'noticed', notice: { kind: 'challenge', by: 'wallet' } });
  };
  return {
    place: seat.place,
    owner: name,
    line: line(cardFormAmount(controller).amount),
    onShown: seat.onShown,
    onPress: () => {
      const { stage, session, challenge, form } = state();
      const read = controller.amount();
      if (stage.at !== 'paying' || !session || (challenge && !challenge.answer)) return null;
      if (read.at !== 'good' || !isFilledWell(form)) return refuse();
      send({ type: 'pay-pressed', by: 'wallet' });
      shownTotal = read.figures.total;
      return line(shownTotal);
    },
    onAgree: async () => {
      // A second consent pays nothing.
      if (isInWallet(state().stage)) await agree();
      return refusalIn(controller, messages);
    },
    onCancel: () => {
      if (isInWallet(state().stage)) send({ type: 'not-paid', notice: null, intent: 'open' });
    },
  };
}

/** Why the wallet's payment did not go through, for its dialog; null if it did, or if nobody knows yet. */
function refusalIn({ state }: TipController, messages: TipMessages): string | null {
  const { stage, notice, way } = state();
  if (stage.at !== 'paying') return null;
  if (notice) return noticeText(notice, messages);
  return way.by === 'hosted' ? messages.whyElsewhere[way.why] : messages.notCharged;
}

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
