import {
  channelKeysDocument,
  channelSecretDocument,
  channelsDocument,
  deliveryDocument,
  paceDocument,
} from '../outbox-documents/channels-document';
import { eventDocument } from '../outbox-documents/event-document';
import { overlayAlertDocument, overlayPageDocument, ownOverlayDocument } from '../overlay/overlay-document';
import { tipWatchDocument } from '../money-documents/tip-document';
import type { EventFact } from '../outbox/outbox-event';
import { noon } from './fakes';
import { pageOf } from '../overlay/overlay';
import { fakeAlert, fakeChannel, fakeChannels, fakeEvent, fakeOverlay } from './outbox-fakes';
import { storedRow as row, type StoredRow } from './stored-row';

const facts: readonly EventFact[] = [
  { type: 'tip.paid' },
  { type: 'tip.disputed', status: 'open', amount: 5, dueBy: noon },
  { type: 'tip.disputed', status: 'inquiry', amount: 5, dueBy: null },
  { type: 'payments.state_changed', from: 'active', to: 'restricted', dueAt: noon, needsData: true },
  { type: 'link.dead', linkId: 'l1', url: 'https://a.example/', state: 'gone', since: noon },
  { type: 'channel.failing', channelId: 'c1', kind: 'mail', label: 'My mail', since: noon },
  { type: 'channel.disabled', channelId: 'c1', kind: 'mail', label: 'My mail', why: 'gone' },
];

const secret = {
  v: 2,
  form: 'sealed',
  uid: 'ada-uid',
  sealed: 'c2VhbGVk',
  offDigest: 'd',
  code: null,
} as const;

const keys = { credentials: { kind: 'mail', address: null }, offToken: 'off' } as const;
const secretWithCode = { ...secret, code: { digest: 'd', expiresAt: noon, tries: 1 } };

/** The rows of the outbox, for the tests that cover all document types. */
export const outboxRows: readonly StoredRow[] = [
  ...facts.flatMap((fact) => row(`outbox event ${fact.type}`, fakeEvent(fact), eventDocument)),
  ...row(
    'channels',
    fakeChannels({
      c1: fakeChannel({ lastOkAt: noon, failingSince: noon, failureToldAt: 5, slowAt: 6 }),
      c2: fakeChannel(),
    }),
    channelsDocument,
  ),
  ['channel secret', secret, channelSecretDocument.encode(secret), channelSecretDocument.decode],
  [
    'channel secret with a code',
    secretWithCode,
    channelSecretDocument.encode(secretWithCode),
    channelSecretDocument.decode,
  ],
  ['keys of a channel', { v: 1, ...keys }, channelKeysDocument.encode(keys), channelKeysDocument.decode],
  ...row('overlay', fakeOverlay({ minimum: { usd: 200 } }), ownOverlayDocument),
  ...row('page of an overlay', pageOf(fakeOverlay()), overlayPageDocument),
  ...row('alert', fakeAlert({ approvedAt: noon }), overlayAlertDocument),
  ...row(
    'delivery',
    {
      v: 1 as const,
      id: 'd1',
      channelId: 'c1',
      eventId: 'e1',
      type: 'tip.paid' as const,
      state: 'waiting' as const,
      attempt: 1,
      nextAt: noon,
      claimedAt: null,
      tries: [{ at: noon, ms: 12, status: 500, problem: 'server-error' as const, text: 'no' }],
      createdAt: noon,
      expiresAt: noon,
    },
    deliveryDocument,
  ),
  ...row(
    'pace',
    {
      v: 1 as const,
      nextAt: noon,
      turns: {
        c1: {
          nextAt: noon,
          lastAt: noon,
          claimedAt: null,
          attempt: 0,
          sentToday: 1,
          day: '2026-11-22',
          firstTip: 'due' as const,
        },
      },
      rests: { c2: { until: noon, step: 1 } },
    },
    paceDocument,
  ),
  ...row(
    'tip watch',
    {
      v: 1 as const,
      uid: 'ada-uid',
      subscriptions: [
        { endpoint: 'https://push.example/p', p256dh: 'p', auth: 'a', vapidKey: 'k', lang: 'de' as const },
      ],
      mails: [{ address: 'sealed', lang: 'de' as const }],
      dueAt: null,
      attempt: 0,
      expiresAt: noon,
    },
    tipWatchDocument,
  ),
];
