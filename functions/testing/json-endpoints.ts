export interface Endpoint {
  readonly method: string;
  /** `:tip` and `:paid` stand for a tip that waits for payment and one that is paid. */
  readonly path: string;
  readonly as: 'anybody' | 'owner' | 'fan' | 'admin';
  readonly valid: Readonly<Record<string, unknown>>;
  /** Values that each field refuses; `undefined` = missing. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

const noText = [7, true, {}, []];
const noNumber = [undefined, null, '500', true, {}, [], 0.5, -1];
const noAmount = [...noNumber, 100_000_000, 1e300];
const noFlag = [undefined, null, 1, 'true', {}];
const noWord = [undefined, null, '', 'other', 7, {}, []];
export const long = (length: number) => 'x'.repeat(length);
const optionalText = (limit: number) => [...noText, long(limit * 8 + 1), long(limit + 1)];
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
    method: 'PATCH',
    path: '/v1/tips/:tip',
    as: 'fan',
    valid: { name: 'Zoe' },
    wrong: { name: optionalText(40), message: optionalText(200) },
  },
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
  {
    method: 'POST',
    path: '/v1/me/exports',
    as: 'owner',
    valid: { format: 'csv' },
    wrong: { format: [...noWord, 'xml'] },
  },
  {
    method: 'POST',
    path: '/v1/me/delete',
    as: 'owner',
    valid: { handle: 'ada' },
    wrong: { handle: [undefined, null, ...noText, '', 'grace'] },
  },
];
