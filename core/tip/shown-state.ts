import { tipStates, type Tip } from './tip';

/** The states that owners see. `declined`: the card was declined, and the fan may still try another one. */
export const shownStates = [...tipStates, 'declined'] as const;
export type ShownState = (typeof shownStates)[number];

/** `pending` says only that a payment has begun. After a decline nothing is under way, so that has a name of its own. */
export function shownState({ state, payment }: Pick<Tip, 'state' | 'payment'>): ShownState {
  return state === 'pending' && payment.lastError !== null && payment.status === 'awaiting'
    ? 'declined'
    : state;
}

/** The bank has the money: a dispute is open or lost. Then nothing else about refunds or fraud is of use, and would contradict it. */
export const isWithBank = ({ dispute }: Pick<Tip, 'dispute'>): boolean =>
  dispute.status === 'open' || dispute.status === 'lost';
