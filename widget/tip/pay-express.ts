import type { TipMessages } from '../messages/en-tip';
import type { ExpressLine, ExpressOptions } from '../payment/payment-surface';
import { isInApp } from '../card/in-app';
import { noticeText } from './notice-text';
import { cardFormAmount, updateCardForm } from './card-form-amount';
import { charge } from './pay-here';
import type { TipController } from './tip-controller';
import { isInWallet } from './tip-flow';
import { isFilledWell } from './tip-form';

/** Where the row of wallet buttons is, and what its surroundings do. */
export interface ExpressSeat {
  readonly place: HTMLElement;
  readonly messages: TipMessages;
  readonly onShown: (isShown: boolean) => void;
  /** Shows what prevents the payment, and moves the focus there. */
  readonly onFault: () => void;
}

/** In frames of other sites only some wallets open, and in browsers inside apps they fail. */
export const mayHaveWallets = (): boolean => isOfThisSite() && !isInApp();

/** Whether the page in the address bar has this page's origin. Browsers throw for another one. */
function isOfThisSite(): boolean {
  try {
    return window.top?.origin === window.origin;
  } catch {
    return false;
  }
}

/** One press on a wallet's button and the fan's consent there: the same tip as by the pay button. */
export function expressOptions(controller: TipController, seat: ExpressSeat): ExpressOptions {
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
