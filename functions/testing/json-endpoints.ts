import { long, needed, noAmount, noNumber, noText, noWord } from './endpoint-values';
import type { Endpoint } from './endpoint';
import { channelEndpoints } from './channel-endpoints';
import { overlayEndpoints } from './overlay-endpoints';
import { exportEndpoints } from './export-endpoints';
import { monthlyEndpoints } from './monthly-endpoints';
import { tipEndpoints } from './tip-endpoints';

const requestId = '0f9b1c2d-3e4f-4a5b-8c6d-000000000001';

/** Every endpoint with a JSON body. Those of /v1/tips get their session and ids at the request. */
export const jsonEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/tip-sessions',
    as: 'anybody',
    valid: { handle: 'ada' },
    wrong: { handle: [undefined, null, ...noText, '', 'a', 'a b', long(31), 'ada/..'] },
  },
  {
    method: 'POST',
    path: '/v1/recovery',
    as: 'anybody',
    valid: { pending: 'pending', factor: 'factor', code: '0000-0000-0000-0000' },
    wrong: { pending: needed(8192), factor: needed(128), code: needed(64) },
  },
  ...tipEndpoints,
  {
    method: 'POST',
    path: '/v1/me/publish',
    as: 'owner',
    valid: { revision: 1 },
    wrong: { revision: noNumber },
  },
  {
    method: 'POST',
    path: '/v1/me/tips/:paid/refunds',
    as: 'owner',
    valid: { requestId, amount: 100, reason: 'duplicate' },
    wrong: {
      requestId: [undefined, null, ...noText, '', 'undo'],
      amount: [...noAmount.filter((each) => each !== null), 0],
      reason: noWord,
    },
  },
  {
    method: 'POST',
    path: '/v1/me/tips/:paid/moderation',
    as: 'owner',
    valid: { state: 'hidden' },
    wrong: { state: [...noWord, 'held'] },
  },
  {
    method: 'POST',
    path: '/v1/me/tips/:paid/reply',
    as: 'owner',
    valid: { text: 'Thank you!' },
    wrong: { text: [undefined, null, ...noText, '', ' \n ', '\u200b', long(501)] },
  },
  {
    method: 'POST',
    path: '/v1/me/payments/connect',
    as: 'owner',
    valid: { country: 'US', currency: null },
    wrong: {
      country: [undefined, null, ...noText, '', 'us', 'USA'],
      currency: [undefined, ...noText, '', 'USD', 'xyz'],
    },
  },
  {
    method: 'POST',
    path: '/v1/me/sites',
    as: 'owner',
    valid: { domain: 'blog.example.com' },
    wrong: {
      domain: [
        undefined,
        null,
        ...noText,
        '',
        'blog',
        'https://blog.example',
        'a..example',
        '1.2.3.4',
        long(300),
      ],
    },
  },
  {
    method: 'POST',
    path: '/v1/me/sites/check',
    as: 'owner',
    valid: { url: 'https://blog.example', pay: 'hosted' },
    wrong: { url: [undefined, null, ...noText, '', 'file:///etc/passwd', long(2049)], pay: noWord },
  },
  {
    method: 'POST',
    path: '/v1/me/links/verify',
    as: 'owner',
    valid: { url: 'https://ada.example/' },
    wrong: { url: [undefined, null, ...noText, 'https://other.example/', long(2049)] },
  },
  {
    method: 'POST',
    path: '/v1/me/sessions',
    as: 'owner',
    valid: { device: requestId },
    wrong: { device: [undefined, null, ...noText, '', 'phone', `${requestId}0`, long(300)] },
  },
  {
    method: 'POST',
    path: '/v1/me/terms',
    as: 'owner',
    valid: { version: '2026-11-23' },
    wrong: { version: [...noWord, '2026-1-1', '2026-11-23 '] },
  },
  {
    method: 'POST',
    path: '/v1/me/appeals',
    as: 'owner',
    valid: { text: 'I object.' },
    wrong: { text: [undefined, null, ...noText, '', '  ', long(4001), long(8001)] },
  },
  {
    method: 'POST',
    path: '/v1/admin/acts',
    as: 'admin',
    valid: { verb: 'hide', who: 'ada', reason: 'Fraud', yes: true },
    wrong: {
      verb: [...noWord, 'erase'],
      who: [undefined, null, ...noText, '', long(201)],
      reason: [...noText, long(2001)],
      parts: ['bio', 7, {}],
      days: ['7', true, 0, 0.5, -1],
      isOrder: [null, 1, 'true'],
      ground: [...noText, long(501)],
      seenSince: ['7', true, {}],
      yes: [null, 1, 'true'],
    },
  },
  {
    method: 'POST',
    path: '/v1/admin/reports/:report/decision',
    as: 'admin',
    valid: { outcome: 'hidden', facts: 'She is not Ada.' },
    wrong: {
      outcome: [...noWord, 'closed'],
      facts: [undefined, null, ...noText, '', '  ', long(1501)],
      ground: [...noText, long(501)],
      parts: ['bio', 7, {}],
      days: ['7', true, 0, 0.5, -1],
      handle: [...noText, long(61)],
      foundByMachine: [null, 1, 'true'],
      seenAt: ['7', true, {}],
    },
  },
  {
    method: 'POST',
    path: '/v1/admin/appeals/:appeal/answer',
    as: 'admin',
    valid: { outcome: 'upheld', text: 'It stands.' },
    wrong: {
      outcome: [...noWord, 'no-action'],
      text: [undefined, null, ...noText, '', '  ', long(1501)],
    },
  },
  {
    method: 'POST',
    path: '/v1/admin/mails/:mail',
    as: 'admin',
    valid: { sent: true },
    wrong: { sent: [undefined, null, false, 1, 'true'] },
  },
  ...monthlyEndpoints,
  ...exportEndpoints,
  ...channelEndpoints,
  ...overlayEndpoints,
  {
    method: 'POST',
    path: '/v1/me/delete',
    as: 'owner',
    valid: { handle: 'ada' },
    wrong: { handle: [undefined, null, ...noText, '', 'grace'] },
  },
];
