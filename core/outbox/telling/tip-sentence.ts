import { unreachable } from '../../base/unreachable';
import type { Audience } from '../channel';
import type { EventFact } from '../outbox-event';
import type { ToldTip } from '../told-event';
import { disputeSentence } from './dispute-sentence';
import { sentence, type Sentence } from './sentence';
import type { Wording } from './wording';

export type TipFact = Extract<EventFact, { readonly type: `tip.${string}` }>;

export const isTipFact = (fact: EventFact): fact is TipFact => fact.type.startsWith('tip.');

/** `alone`: it is the whole message, so there is room for what remains after costs. */
export interface TipView {
  readonly audience: Audience;
  readonly alone: boolean;
}

/** The drawer of one tip in the dashboard. */
const pathOf = ({ tipId }: ToldTip) => `/tips?tip=${encodeURIComponent(tipId)}`;

export function tipSentence(fact: TipFact, tip: ToldTip | null, view: TipView, wording: Wording): Sentence {
  if (tip === null) return sentence(wording.say('tipGone'), '/tips');
  const path = pathOf(tip);
  const { say } = wording;
  const amount = wording.money(tip.amount, tip.currency);
  switch (fact.type) {
    case 'tip.paid':
      return sentence(paidText(tip, view.audience, wording), path, paidNote(tip, view, wording));
    case 'tip.held':
      return sentence(say('held', { amount }), path, say('heldNote'));
    case 'tip.refunded':
      return sentence(say(refundedKeys[fact.by], { amount: wording.money(fact.change, tip.currency) }), path);
    case 'tip.refund_failed':
      return sentence(
        say('refundFailed', { amount: wording.money(fact.change, tip.currency) }),
        path,
        say('refundFailedNote'),
      );
    case 'tip.disputed':
    case 'tip.dispute_closed':
      return disputeSentence(fact, { currency: tip.currency, path }, wording);
    case 'tip.warning':
      return fact.actionable
        ? sentence(say('warned', { amount }), path, say('warnedNote'))
        : sentence(say('warningOver', { amount }), path);
    case 'tip.updated':
      return sentence(say('updated', { amount }), path);
    case 'tip.replied':
      return sentence(say('replied', { amount }), path);
    default:
      return unreachable(fact);
  }
}

const refundedKeys = { owner: 'refunded', fan: 'refundedByFan', stripe: 'refundedByStripe' } as const;

/** In private it speaks to the owner. Others read "$5.00 from Kim". */
function paidText(tip: ToldTip, audience: Audience, { say, money }: Wording): string {
  const amount = money(tip.amount, tip.currency);
  if (audience === 'public')
    return tip.name === null ? say('fromSomebody', { amount }) : say('from', { amount, name: tip.name });
  if (tip.name === null) return say('paidBySomebody', { amount });
  return say(tip.anonymous ? 'paidNotToBeShown' : 'paid', { amount, name: tip.name });
}

function paidNote(
  tip: ToldTip,
  { audience, alone }: TipView,
  { say, money, sentences }: Wording,
): string | null {
  if (audience === 'public') return null;
  const notes: string[] = [];
  if (tip.words === 'held') notes.push(say('waits'));
  if (alone && tip.fees !== null && tip.state === 'paid' && tip.amount > tip.fees)
    notes.push(say('afterCosts', { amount: money(tip.amount - tip.fees, tip.currency) }));
  return notes.length === 0 ? null : sentences(notes);
}
