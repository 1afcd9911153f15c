import { unreachable } from '../../base/unreachable';
import type { ChannelEnd } from '../channel';
import type { EventFact, ToldPayments } from '../outbox-event';
import { sentence, type Sentence } from './sentence';
import type { TipFact } from './tip-sentence';
import type { PlainKey, Wording } from './wording';

type PaymentsFact = Extract<EventFact, { readonly type: 'payments.state_changed' }>;

/** The pages of the dashboard. */
const paths = {
  payments: '/payments',
  links: '/profile#links',
  profile: '/profile',
  channels: '/notifications',
} as const;

/** Events of payments, links, the page and the channels. */
export function accountSentence(fact: Exclude<EventFact, TipFact>, wording: Wording): Sentence {
  const { say, moment } = wording;
  switch (fact.type) {
    case 'payments.state_changed':
      return paymentsSentence(fact, wording);
    case 'link.dead':
      return sentence(
        say(fact.state === 'gone' ? 'linkGone' : 'linkUnreachable', { url: fact.url }),
        paths.links,
        say('linkSince', { date: moment(fact.since) }),
      );
    case 'link.back':
      return sentence(say('linkBack', { url: fact.url }), paths.links);
    case 'profile.published':
      return sentence(say('published', { handle: fact.handle }), paths.profile);
    case 'channel.added':
      return sentence(say('channelAdded', { label: fact.label }), paths.channels, say('channelAddedNote'));
    case 'channel.failing':
      return sentence(
        say('channelFailing', { label: fact.label }),
        paths.channels,
        say('linkSince', { date: moment(fact.since) }),
      );
    case 'channel.disabled':
      return sentence(say('channelOff', { label: fact.label }), paths.channels, say(endKeys[fact.why]));
    case 'test.ping':
      return sentence(say('testTitle'), paths.channels, say('testText'));
    default:
      return unreachable(fact);
  }
}

function paymentsSentence({ from, to, dueAt, needsData }: PaymentsFact, { say, moment }: Wording): Sentence {
  const deadline = dueAt === null ? null : say('needsDataBy', { date: moment(dueAt) });
  if (from === to && needsData) return sentence(say('needsData'), paths.payments, deadline);
  return sentence(say(stateKeys[to]), paths.payments, needsData ? (deadline ?? say('needsDataNote')) : null);
}

const stateKeys = {
  none: 'paymentsNone',
  pending: 'paymentsPending',
  active: 'paymentsActive',
  restricted: 'paymentsRestricted',
  unsupported: 'paymentsUnsupported',
  disconnected: 'paymentsDisconnected',
  paused: 'paymentsPaused',
} as const satisfies Record<ToldPayments, PlainKey>;

const endKeys = {
  owner: 'endOwner',
  unsubscribed: 'endUnsubscribed',
  gone: 'endGone',
  'not-allowed': 'endNotAllowed',
  'address-refused': 'endAddressRefused',
  'never-answers': 'endNeverAnswers',
  'account-disabled': 'endAccountDisabled',
  'address-unverified': 'endAddressUnverified',
} as const satisfies Record<ChannelEnd, PlainKey>;
