import type { Currency } from '../../money/money';
import type { EventFact } from '../outbox-event';
import { sentence, type Sentence } from './sentence';
import type { Wording } from './wording';

type DisputeFact = Extract<EventFact, { readonly type: 'tip.disputed' | 'tip.dispute_closed' }>;

export function disputeSentence(
  fact: DisputeFact,
  { currency, path }: { readonly currency: Currency; readonly path: string },
  { say, money, moment }: Wording,
): Sentence {
  const amount = money(fact.amount, currency);
  if (fact.type === 'tip.dispute_closed') return sentence(say(closedKeys[fact.status], { amount }), path);
  const what = say(fact.status === 'open' ? 'disputed' : 'inquiry', { amount });
  // In the line of its own tip: a message may list many.
  return sentence(fact.dueBy === null ? what : say('answerBy', { what, date: moment(fact.dueBy) }), path);
}

const closedKeys = {
  won: 'disputeWon',
  lost: 'disputeLost',
  prevented: 'disputePrevented',
  none: 'inquiryClosed',
} as const;
