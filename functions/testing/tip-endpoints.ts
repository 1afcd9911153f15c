import { long, needed, noAmount, noFlag, noText, noWord, optionalText } from './endpoint-values';
import type { Endpoint } from './endpoint';

/** Optional: without it, the fan has read none of the words. */
const noWordsVersion = [null, '1', 1.5, -1, {}];

const requestId = '0f9b1c2d-3e4f-4a5b-8c6d-000000000001';

/** The fan's endpoints of tips. They get their session and ids at the request. */
export const tipEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/tips',
    as: 'anybody',
    valid: {},
    wrong: {
      handle: [undefined, null, ...noText, long(31)],
      tipAmount: noAmount,
      coverCosts: noFlag,
      total: noAmount,
      currency: [...noWord, 'USD', 'usd '],
      name: optionalText(40),
      message: optionalText(200),
      for: optionalText(120),
      placement: optionalText(60),
      anonymous: [null, 1, 'true', {}],
      receiptEmail: [
        ...noText,
        'zoe',
        `${long(250)}@a.example`,
        'zoe@a.example, eve@b.example',
        'a@b.example\nBcc: c@d.example',
      ],
      clientRequestId: [undefined, null, ...noText, '', 'x', `${requestId}0`],
      session: [undefined, null, ...noText, '', long(2001)],
      surface: noWord,
      challenge: [...noText, long(4001)],
      every: [null, '', 'weekly', 'Month', 7, {}, []],
      wordsVersion: noWordsVersion,
      language: [null, 1, {}, long(36)],
    },
  },
  {
    method: 'POST',
    path: '/v1/tips/by-payment',
    as: 'anybody',
    valid: { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret_1' },
    wrong: {
      paymentIntent: [undefined, null, ...noText, '', 'pi_', 'cs_1', 'pi_a/b', long(200)],
      clientSecret: needed(300),
    },
  },
  {
    method: 'POST',
    path: '/v1/tips/:tip/amount',
    as: 'fan',
    valid: { tipAmount: 500, coverCosts: false, total: 500 },
    wrong: { tipAmount: noAmount, coverCosts: noFlag, total: noAmount },
  },
  {
    method: 'PUT',
    path: '/v1/tips/:tip/watch',
    as: 'fan',
    valid: {
      subscription: { endpoint: 'https://push.example/p', keys: { p256dh: 'p', auth: 'a' } },
      lang: 'en',
    },
    wrong: { lang: needed(35) },
  },
  {
    method: 'DELETE',
    path: '/v1/tips/:tip/watch',
    as: 'fan',
    valid: { endpoint: 'https://push.example/p' },
    wrong: { endpoint: [undefined, null, ...noText, long(2049)] },
  },
  {
    method: 'PATCH',
    path: '/v1/tips/:tip',
    as: 'fan',
    valid: { name: 'Zoe' },
    wrong: { name: optionalText(40), message: optionalText(200) },
  },
  {
    method: 'POST',
    path: '/v1/monthly/:tip/stop',
    as: 'fan',
    valid: { when: 'period-end' },
    wrong: { when: noWord },
  },
  {
    method: 'POST',
    path: '/v1/monthly/:tip/portal',
    as: 'fan',
    valid: { flow: 'card' },
    wrong: { flow: noWord },
  },
  {
    method: 'POST',
    path: '/v1/monthly/:tip/amount',
    as: 'fan',
    valid: { tipAmount: 500, coverCosts: false, total: 500, wordsVersion: 1 },
    wrong: {
      tipAmount: noAmount,
      coverCosts: noFlag,
      total: noAmount,
      wordsVersion: noWordsVersion,
    },
  },
];
