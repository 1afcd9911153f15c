import { toPublicProfile } from '@busker/core/profile/profile';
import { fakePayments, fakeProfile, noon } from '@busker/core/testing/fakes';

/** Values that no field, or no field of this kind, accepts. */
const noText = [7, true, {}, []];
const noNumber = [undefined, null, '500', true, {}, [], 0.5, -1];
const noAmount = [...noNumber, 100_000_000, 1e300];
const noFlag = [undefined, null, 1, 'true', {}];
const noWord = [undefined, null, '', 'other', 7, {}, []];
export const long = (length: number) => 'x'.repeat(length);
const optionalText = (limit: number) => [...noText, long(limit * 8 + 1), long(limit + 1)];
const needed = (limit: number) => [undefined, null, ...noText, '', long(limit + 1)];

/** An endpoint with a JSON body, for the tests of bad input. */
export interface Endpoint {
  readonly method: string;
  /** `:tip` and `:paid` stand for a tip that waits for payment and one that is paid. */
  readonly path: string;
  readonly as: 'anybody' | 'owner' | 'fan' | 'admin';
  readonly valid: Readonly<Record<string, unknown>>;
  /** Values that each field refuses; `undefined` = missing. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

const label = [null, ...noText, '', ' \n ', long(61), long(481)];
const events = [null, 7, 'tip.paid', {}];
const flag = [null, 1, 'true', {}];
const one = '/v1/me/channels/:channel';

/** The endpoints of the owner's notification channels. */
const channelEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/me/channels',
    as: 'owner',
    valid: { kind: 'webhook', url: 'https://hooks.example.com/busker' },
    wrong: { kind: [...noWord, 'fax'], label, events, url: [undefined, null, ...noText, long(2049)] },
  },
  {
    method: 'PATCH',
    path: one,
    as: 'owner',
    valid: { words: false },
    wrong: {
      label,
      events,
      eventsOn: [null, 7, { 'tip.paid': 1 }, { other: true }],
      minimum: [null, 7, 'usd'],
      minimumOf: [null, 7, { usd: -1 }, { xxx: 1 }],
      mode: noWord.filter((each) => each !== undefined),
      words: flag,
      on: flag,
    },
  },
  {
    method: 'POST',
    path: `${one}/verify`,
    as: 'owner',
    valid: { code: '123456' },
    wrong: { code: [null, ...noText, long(21)] },
  },
  {
    method: 'POST',
    path: `${one}/replay`,
    as: 'owner',
    valid: { since: 0, until: 1, types: [] },
    wrong: {
      since: [undefined, null, '500', true, {}, []],
      until: [undefined, null, '500', true, {}, []],
      types: [undefined, ...events],
    },
  },
  {
    method: 'PUT',
    path: '/v1/me/quiet',
    as: 'owner',
    valid: { zone: 'Europe/Berlin', language: 'de', quiet: null },
    wrong: {
      zone: [undefined, null, ...noText, '', 'Mars/Olympus', long(65)],
      language: [undefined, null, ...noText, long(36)],
      quiet: [undefined, 7, true, '22-8'],
    },
  },
];

const all = '/v1/me/overlay';
/** Wrong values of optional fields. */
const wrongNumber = [null, '5', true, {}, [], 0.5, -1, 1e9];
const wrongWord = noWord.filter((each) => each !== undefined);
const wrongFlag = [null, 1, 'true', {}];

/** The endpoints of the overlay that have a body. */
const overlayEndpoints: readonly Endpoint[] = [
  {
    method: 'PATCH',
    path: all,
    as: 'owner',
    valid: { volume: 40 },
    wrong: {
      look: wrongWord,
      place: wrongWord,
      accent: [null, ...noText, '', 'red', '#fff', 'url(https://evil.example)'],
      language: wrongWord,
      minimum: [null, 7, 'usd'],
      minimumOf: [null, 7, { usd: -1 }, { xxx: 1 }],
      below: wrongWord,
      words: wrongWord,
      hideAmounts: wrongFlag,
      seconds: wrongNumber,
      delaySeconds: wrongNumber,
      replayMinutes: wrongNumber,
      volume: wrongNumber,
      offlineDot: wrongFlag,
    },
  },
  {
    method: 'POST',
    path: `${all}/live`,
    as: 'owner',
    valid: { act: 'again', tipId: 'tip_1' },
    wrong: { act: [...noWord, 'explode'], tipId: [undefined, null, ...noText, '', long(129)] },
  },
  {
    method: 'POST',
    path: `${all}/test`,
    as: 'owner',
    valid: { test: 'small' },
    wrong: { test: noWord },
  },
];

const exportBodies = {
  valid: {
    format: 'csv',
    separator: 'comma',
    decimal: 'point',
    state: 'all',
    from: '',
    until: '',
    zone: 'UTC',
  },
  wrong: {
    format: [...noWord, 'xml'],
    separator: [null, '', ',', ...noText],
    decimal: [null, '', ',', ...noText],
    state: [null, '', 'rich', ...noText],
    from: [null, 'today', '2026-02-30', ...noText],
    until: [null, 'today', '2026-1-1', ...noText],
    zone: [null, '', 'Mars/Olympus', long(61), ...noText],
    placement: [null, long(301), ...noText],
    search: [null, long(201), ...noText],
  },
} as const;

/** The endpoints that take the choice of an export. */
const exportEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/v1/me/export', as: 'owner', ...exportBodies },
  { method: 'POST', path: '/v1/me/exports', as: 'owner', ...exportBodies },
];

/** An owner's endpoints of the monthly tips that fans give. */
const monthlyEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/me/monthly/:tip/stop',
    as: 'owner',
    valid: { when: 'period-end' },
    wrong: { when: noWord },
  },
  {
    method: 'POST',
    path: '/v1/me/monthly/stop-all',
    as: 'owner',
    valid: { when: 'now', handle: 'ada' },
    wrong: { when: noWord, handle: [undefined, null, ...noText, '', 'grace'] },
  },
];

/** Optional: without it, the fan has read none of the words. */
const noWordsVersion = [null, '1', 1.5, -1, {}];

const requestId = '0f9b1c2d-3e4f-4a5b-8c6d-000000000001';

/** The fan's endpoints of tips. They get their session and ids at the request. */
const tipEndpoints: readonly Endpoint[] = [
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
    method: 'POST',
    path: '/v1/tips/:tip/watch/mail',
    as: 'fan',
    valid: { email: 'zoe@example.com', lang: 'en' },
    wrong: { email: [undefined, null, ...noText, '', 'zoe', long(400)], lang: needed(35) },
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
    path: '/v1/me/page-preview',
    as: 'owner',
    valid: {
      profile: toPublicProfile(fakeProfile(), fakePayments(), 'https://busker.example', noon).profile,
      goal: { label: 'A new bow', amount: 5000 },
      supporters: 6,
    },
    wrong: {
      profile: [undefined, null, 'ada', 7],
      goal: [undefined, 'A new bow', 7],
      supporters: [undefined, null, '6', -1, 1.5, 51],
    },
  },
  {
    method: 'PUT',
    path: '/v1/me/books/year',
    as: 'owner',
    valid: { start: '04-06' },
    wrong: { start: [undefined, null, ...noText, '', '4-6', '02-30', '01-29', '13-01', long(6)] },
  },
  {
    method: 'POST',
    path: '/v1/me/books/closed',
    as: 'owner',
    valid: { from: '2025-01-01', zone: 'Europe/Berlin' },
    wrong: {
      from: [undefined, null, ...noText, '', 'yesterday', '2025-02-30', '2025-1-1'],
      zone: [undefined, null, ...noText, '', 'Mars/Olympus'],
    },
  },
  {
    method: 'PUT',
    path: '/v1/me/pause',
    as: 'owner',
    valid: { until: '2026-12-05', zone: 'Europe/Berlin', note: '' },
    wrong: {
      until: [undefined, null, ...noText, '', 'tomorrow', '2026-02-30', '1999-01-01', '2999-01-01'],
      zone: [undefined, null, ...noText, '', 'Mars/Olympus'],
      note: [undefined, null, ...noText, long(141)],
    },
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
    path: '/v1/me/thanks',
    as: 'owner',
    valid: {
      requestId,
      tips: ['tip1'],
      text: 'Thank you, {name}!',
      nameless: 'friend',
      again: false,
      send: false,
    },
    wrong: {
      requestId: [undefined, null, ...noText, '', 'undo'],
      tips: [undefined, null, ...noText, '', [], Array.from({ length: 501 }, () => 'tip1')],
      text: [undefined, null, ...noText, '', ' \n ', '\u200b', long(501), 'Thank you, {nmae}!'],
      nameless: [undefined, null, ...noText, '', '\u200b', long(41)],
      again: [undefined, null, 'yes', 1],
      send: [undefined, null, 'yes', 1],
    },
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
    method: 'PUT',
    path: '/v1/me/domain',
    as: 'owner',
    valid: { domain: 'links.ada.example' },
    wrong: {
      domain: [
        undefined,
        null,
        ...noText,
        '',
        'ada',
        '1.2.3.4',
        'busker.test',
        'co.uk',
        long(300),
        long(3000),
      ],
    },
  },
  {
    method: 'POST',
    path: '/v1/me/imports',
    as: 'owner',
    valid: { url: 'https://links.example/ada' },
    wrong: { url: [undefined, null, ...noText, '', 'file:///etc/passwd', long(2049)] },
  },
  {
    method: 'POST',
    path: '/v1/me/imports/picture',
    as: 'owner',
    valid: { url: 'https://links.example/ada.png' },
    wrong: { url: [undefined, null, ...noText, '', 'file:///etc/passwd', long(2049)] },
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
