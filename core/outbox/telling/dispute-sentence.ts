import type { Currency } from '../../money/currency-codes';
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
  return sentence(
    say(fact.status === 'open' ? 'disputed' : 'inquiry', { amount }),
    path,
    fact.dueBy === null ? null : say('answerBy', { date: moment(fact.dueBy) }),
  );
}

const closedKeys = {
  won: 'disputeWon',
  lost: 'disputeLost',
  prevented: 'disputePrevented',
  none: 'inquiryClosed',
} as const;
