import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseWith } from '../base/result';
import { maxBlocks } from '../blocks/block';
import { tipRequest } from '../fan-api/tip-api';
import { stripeAddress } from '../monthly/monthly';
import { toPublicProfile } from '../profile/profile';
import { emails, noEmails } from '../testing/email-addresses';
import { fakeProfile, noon, fakeChannel } from '../testing/fakes';
import { replyLimit } from '../tip/tip-text';
import { appealId, isUrgent, reportKinds, reporterAppealId } from '../moderation/report';
import {
  reportForm,
  adminActBody,
  appealBody,
  appealTextLimit,
  decisionBody,
  objectionAnswerBody,
  objectionsAnswer,
  ownerCaseAnswer,
  standingAnswer,
} from './moderation-api';
import {
  connectBody,
  deleteAnswer,
  deletionAnswer,
  exportBody,
  handleAnswer,
  mailAnswer,
  mailBody,
  mailsAnswer,
  maxHandlesAtOnce,
  newCodesAnswer,
  pageAddress,
  pagePreviewBody,
  recoveredAnswer,
  recoveryAnswer,
  recoveryBody,
  refundBody,
  replyBody,
  seenTermsBody,
  sessionBody,
  sessionsAnswer,
  siteBody,
  termsAnswer,
  thanksBody,
  waysAnswer,
} from './owner-api';
import {
  changeChannelBody,
  changeOverlayBody,
  channelsAnswer,
  endWatchBody,
  labelLimit,
  maxCardEvents,
  newChannelBody,
  overlayLiveBody,
  overlayTestBody,
  parseCardReport,
  quietBody,
  siteOf,
  verifyChannelBody,
  watchBody,
} from './channel-api';

describe('owner api', () => {
  const fits = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).success;

  // Holds dash-1311.
  it('previews a page with as many blocks as can be published, and none with more', () => {
    const block = { id: 'b', kind: 'text', before: null, label: '', text: 'Hello' };
    const { profile } = toPublicProfile(fakeProfile(), null, 'https://busker.test', noon);
    const preview = (count: number) => ({
      profile: { ...profile, blocks: Array.from({ length: count }, () => block) },
      goal: null,
      supporters: 0,
    });
    expect(fits(pagePreviewBody, { profile, goal: null, supporters: 0 })).toBe(true);
    expect([1, maxBlocks].every((count) => fits(pagePreviewBody, preview(count)))).toBe(true);
    expect(fits(pagePreviewBody, preview(maxBlocks + 1))).toBe(false);
  });

  describe('a refund request', () => {
    const refund = { requestId: '0f9b1c2d-3e4f-4a5b-8c6d-aaaaaaaaaaaa', amount: 200, reason: 'duplicate' };
    it('takes an amount, or null for all that is left', () => {
      expect([200, 1, 99_999_999, null].every((amount) => fits(refundBody, { ...refund, amount }))).toBe(
        true,
      );
    });
    it.each([0, -1, 1.5, 100_000_000, '200', undefined])('refuses the amount %j', (amount) => {
      expect(fits(refundBody, { ...refund, amount })).toBe(false);
    });
    it.each([{ requestId: 'mine' }, { reason: 'because' }, { note: 'more' }])(
      'refuses the body %j',
      (change) => {
        expect(fits(refundBody, { ...refund, ...change })).toBe(false);
      },
    );
  });

  it.each([
    ['blog.example', 'blog.example'],
    ['  Blog.Example ', 'blog.example'],
    ['a-b.co.example', 'a-b.co.example'],
  ])('reads the domain %j as %s', (domain, read) => {
    expect(v.parse(siteBody, { domain })).toEqual({ domain: read });
  });

  it.each([
    '',
    'blog',
    'https://blog.example',
    '-a.example',
    'a..example',
    'blog.example/x',
    `${'a'.repeat(64)}.example`,
  ])('refuses %j as a domain', (domain) => {
    expect(fits(siteBody, { domain })).toBe(false);
  });

  it('completes the URL of a page', () => {
    expect(v.parse(pageAddress, ' blog.example/about ')).toBe('https://blog.example/about');
    expect(
      [
        '',
        'mailto:a@b.example',
        'javascript:1',
        'https://a@b.example',
        `https://a.example/${'x'.repeat(2048)}`,
      ].some((url) => fits(pageAddress, url)),
    ).toBe(false);
  });

  it('takes a country code to connect', () => {
    expect(fits(connectBody, { country: 'JP', currency: 'jpy' })).toBe(true);
    expect(fits(connectBody, { country: 'JP', currency: null })).toBe(true);
    expect(
      [
        { country: 'jp', currency: null },
        { country: 'JP', currency: 'xxx' },
      ].some((each) => fits(connectBody, each)),
    ).toBe(false);
  });
});

describe('leave api', () => {
  it('an export is a table or JSON', () => {
    expect(v.is(exportBody, { format: 'csv' })).toBe(true);
    expect(v.is(exportBody, { format: 'csv', from: '2026-01-01', until: '2026-01-01' })).toBe(true);
    expect(v.is(exportBody, { format: 'csv', from: '2026-01-02', until: '2026-01-01' })).toBe(false);
    for (const body of [{}, { format: 'xml' }, { format: 'csv', more: 1 }])
      expect(v.is(exportBody, body)).toBe(false);
  });

  it('a deletion is over, or has a ticket', () => {
    expect(v.is(deleteAnswer, { deleted: true })).toBe(true);
    expect(v.is(deleteAnswer, { deleted: false, ticket: 't' })).toBe(true);
    expect(v.is(deleteAnswer, { deleted: false })).toBe(false);
    expect(v.is(deletionAnswer, { name: 'unknown' })).toBe(true);
    expect(v.is(deletionAnswer, { name: 'running', step: 'data', done: 0, total: null })).toBe(true);
  });
});

describe('mails api', () => {
  it('a mail can be recorded as sent, and not as unsent', () => {
    expect(v.parse(mailBody, { sent: true })).toEqual(v.parse(mailAnswer, { sent: true }));
    expect(v.safeParse(mailBody, { sent: false }).success).toBe(false);
  });

  it('the list of mails says who sends them', () => {
    const list = { role: 'admin', sender: 'none', mails: [] };
    expect(v.safeParse(mailsAnswer, list).success).toBe(true);
    expect(v.safeParse(mailsAnswer, { ...list, sender: 'pigeon' }).success).toBe(false);
  });
});

describe('recovery api', () => {
  it('a recovery needs the first step, the second factor and a code, each of a bounded length', () => {
    const whole = { pending: 'p', factor: 'f', code: '0000-0000' };
    expect(v.is(recoveryBody, whole)).toBe(true);
    for (const wrong of [{ pending: '' }, { factor: 'f'.repeat(129) }, { code: 7 }, { more: 1 }])
      expect([wrong, v.is(recoveryBody, { ...whole, ...wrong })]).toEqual([wrong, false]);
  });

  it('the answers have the codes once, and later only how many are left', () => {
    expect(v.is(newCodesAnswer, { codes: ['0000-0000'], madeAt: 1 })).toBe(true);
    expect(v.is(recoveryAnswer, { left: 9, madeAt: null })).toBe(true);
    expect(v.is(recoveryAnswer, { left: 9, madeAt: 1, codes: [] })).toBe(false);
    expect(v.is(recoveredAnswer, { recovered: true })).toBe(true);
  });
});

describe('sessions api', () => {
  const device = '0f9b1c2d-3e4f-4a5b-8c6d-000000000001';

  it('a device has a UUID, which ignores case', () => {
    expect(v.parse(sessionBody, { device: device.toUpperCase() })).toEqual({ device });
    for (const wrong of [{}, { device: '' }, { device: '..' }, { device, browser: 'chrome' }])
      expect([wrong, v.is(sessionBody, wrong)]).toEqual([wrong, false]);
  });

  it('a class of a newer server is read as "other"', () => {
    const session = { id: device, browser: 'ladybird', system: 'haiku', signedInAt: 1, lastSeenAt: 2 };
    expect(v.parse(sessionsAnswer, { sessions: [session] }).sessions).toEqual([
      { ...session, browser: 'other', system: 'other' },
    ]);
  });
});

describe('terms api', () => {
  it('a version of the terms is a date', () => {
    expect(v.parse(seenTermsBody, { version: '2026-11-23' })).toEqual({ version: '2026-11-23' });
    for (const version of ['', 'yesterday', '2026-11-23T00:00Z', 20261123])
      expect(v.safeParse(seenTermsBody, { version }).success).toBe(false);
    expect(v.parse(termsAnswer, { version: null, seen: null })).toEqual({ version: null, seen: null });
  });
});

describe('ways api', () => {
  it('a way to pay has a name that is known and one of the five states', () => {
    const answer = { ways: [{ type: 'apple_pay', state: 'on' }] };
    expect(v.is(waysAnswer, answer)).toBe(true);
    expect(v.is(waysAnswer, { ways: [{ type: 'klarna', state: 'on' }] })).toBe(false);
    expect(v.is(waysAnswer, { ways: [{ type: 'card', state: 'unknown' }] })).toBe(false);
  });
});

describe('profile api', () => {
  it('a handle is free, yours or taken, without further details', () => {
    const answers = ['free', 'yours', 'taken', 'reserved'].map((state) =>
      v.is(handleAnswer, { handle: 'ada', state }),
    );
    expect(answers).toEqual([true, true, true, false]);
    expect(v.is(handleAnswer, { handle: 'ada', state: 'taken', uid: 'someone' })).toBe(false);
  });

  it('a page can request as many profiles at once as fit into one URL', () => {
    expect('/v1/profiles?handles='.length + maxHandlesAtOnce * 31).toBeLessThan(2000);
  });
});

describe('the email address in a body', () => {
  const report = {
    kind: 'fraud',
    address: 'https://busker.example/@ada',
    ground: 'A law',
    why: 'Because',
    name: 'Kim',
    goodFaith: 'on',
  };

  /** Each field of a request that takes an email address. */
  const fields: Readonly<Record<string, (typed: string) => string | null>> = {
    'the address for a receipt': (typed) => {
      const read = v.safeParse(tipRequest.entries.receiptEmail, typed);
      return read.success ? (read.output ?? null) : null;
    },
    'the address that a fan gave Stripe': (typed) => {
      const read = v.safeParse(stripeAddress, typed);
      return read.success ? read.output : null;
    },
    'the address of who reports': (typed) => {
      const read = v.safeParse(reportForm, { ...report, email: typed });
      return read.success ? read.output.email : null;
    },
  };

  describe.each(Object.entries(fields))('%s', (_, read) => {
    it.each(emails)('takes %j as %j', (typed, stored) => {
      expect(read(typed)?.toLowerCase()).toBe(stored.toLowerCase());
    });

    it.each(noEmails)('refuses %j', (typed) => {
      expect(read(typed)).toBeNull();
    });
  });
});

describe('the reply to a tip', () => {
  const read = (text: unknown) => v.safeParse(replyBody, { text });

  it('a reply is cleaned, and keeps its line breaks', () => {
    expect(read(' Thank you!\r\n\u202eSee you. ').output).toEqual({ text: 'Thank you!\nSee you.' });
  });

  it('a reply needs a text, of at most 500 code points', () => {
    expect(read('🎵'.repeat(replyLimit)).success).toBe(true);
    for (const wrong of ['🎵'.repeat(replyLimit + 1), ' \n ', '', 7, null, undefined])
      expect([wrong, read(wrong).success]).toEqual([wrong, false]);
  });
});

describe('one answer for many tips', () => {
  const body = {
    requestId: '0f9b1c2d-3e4f-4a5b-8c6d-aaaaaaaaaaaa',
    tips: ['tip1'],
    text: 'Thank you, {name}!',
    nameless: 'friend',
    again: false,
    send: true,
  };
  const faults = (given: object) => {
    const read = parseWith(thanksBody, { ...body, ...given });
    return read.ok ? {} : read.problem.faults;
  };

  it('is refused by the name of each field', () => {
    expect(faults({})).toEqual({});
    expect(faults({ tips: [] })).toEqual({ tips: 'tips-missing' });
    expect(faults({ tips: Array.from({ length: 501 }, () => 'a') })).toEqual({ tips: 'too-many-tips:500' });
    expect(faults({ text: '{na:me}' })).toEqual({ text: 'placeholder-unknown:{name}' });
    expect(faults({ text: '' })).toEqual({ text: 'text-missing' });
    expect(faults({ nameless: 'x'.repeat(41) })).toEqual({ nameless: 'too-long:40' });
  });

  it('needs a word for fans without a name only where the name is used', () => {
    expect(faults({ nameless: ' ' })).toEqual({ nameless: 'text-missing' });
    expect(faults({ nameless: ' ', text: 'Thank you for {amount}!' })).toEqual({});
  });

  it('with 500 tips and the longest text it fits into a request', () => {
    const longest = {
      tips: Array.from({ length: 500 }, () => 'a'.repeat(25)),
      text: '🎵'.repeat(replyLimit),
    };
    expect(new TextEncoder().encode(JSON.stringify({ ...body, ...longest })).length).toBeLessThan(16 * 1024);
  });
});

describe('channel api', () => {
  describe('a new channel', () => {
    it('has what its kind needs, and nothing else', () => {
      expect(v.parse(newChannelBody, { kind: 'webhook', url: ' https://a.example/in ' })).toEqual({
        kind: 'webhook',
        url: 'https://a.example/in',
      });
      expect(v.parse(newChannelBody, { kind: 'ntfy' })).toMatchObject({
        server: 'https://ntfy.sh',
        token: null,
      });
      for (const wrong of [
        { kind: 'pigeon' },
        { kind: 'webhook' },
        { kind: 'webhook', url: 'https://a.example', secret: 'x' },
        { kind: 'mail' },
        { kind: 'push', subscription: { endpoint: 'https://a.example' } },
        { kind: 'telegram', botToken: '' },
      ])
        expect([wrong, v.is(newChannelBody, wrong)]).toEqual([wrong, false]);
    });

    it('has a clean label of at most sixty characters', () => {
      const labelled = (label: string) => v.safeParse(newChannelBody, { kind: 'mail', address: null, label });
      expect(labelled('  My \n mail ').output).toMatchObject({ label: 'My mail' });
      for (const wrong of ['', ' ', 'x'.repeat(labelLimit + 1), 'x'.repeat(10_000)])
        expect(labelled(wrong).success).toBe(false);
      expect(labelled('🎻'.repeat(labelLimit)).success).toBe(true);
    });
  });

  it('a change names only what changes, in whole minor units', () => {
    for (const right of [
      { minimum: { usd: 500 }, on: true },
      { eventsOn: { 'tip.paid': false }, minimumOf: { usd: 0 } },
    ])
      expect(v.parse(changeChannelBody, right)).toEqual(right);
    for (const wrong of [
      { eventsOn: { 'test.ping': true } },
      { minimumOf: { usd: -1 } },
      { minimum: { usd: 0.5 } },
      { minimum: { xxx: 1 } },
      { events: ['test.ping'] },
      { state: 'on' },
    ])
      expect([wrong, v.is(changeChannelBody, wrong)]).toEqual([wrong, false]);
  });

  it('a code may be written with spaces, or left out', () => {
    expect(v.parse(verifyChannelBody, { code: ' 123 456 ' })).toEqual({ code: '123456' });
    expect(v.parse(verifyChannelBody, {})).toEqual({ code: '' });
  });

  it('quiet hours are minutes of a day in a known zone', () => {
    const quiet = { zone: 'Europe/Berlin', language: 'de', quiet: { from: 1320, to: 480 } };
    expect(v.is(quietBody, quiet)).toBe(true);
    expect(v.is(quietBody, { ...quiet, zone: 'Mars/Olympus' })).toBe(false);
    expect(v.is(quietBody, { ...quiet, quiet: { from: 1440, to: 0 } })).toBe(false);
  });

  it('the channels of an owner can be read, also when the server offers a kind that is not known here', () => {
    const { failureToldAt: _told, ...channel } = fakeChannel();
    const answer = {
      offered: ['mail', 'pigeon'],
      vapidKey: null,
      zone: 'UTC',
      language: 'en',
      quiet: null,
      channels: [{ channelId: 'c1', ...channel }],
    };
    expect(v.parse(channelsAnswer, answer)).toMatchObject({
      offered: ['mail'],
      channels: [{ channelId: 'c1' }],
    });
  });
});

describe('watch api', () => {
  const subscription = { endpoint: 'https://push.example/p', keys: { p256dh: 'p', auth: 'a' } };

  it('a fan who waits for an answer gives a subscription and a language', () => {
    expect(v.is(watchBody, { subscription, lang: 'de' })).toBe(true);
    for (const wrong of [
      { subscription },
      { subscription, lang: '' },
      { lang: 'de' },
      { subscription, lang: 'x'.repeat(36) },
    ])
      expect([wrong, v.is(watchBody, wrong)]).toEqual([wrong, false]);
    expect(v.is(endWatchBody, { endpoint: subscription.endpoint })).toBe(true);
    expect(v.is(endWatchBody, {})).toBe(false);
  });
});

describe('overlay api', () => {
  const changes = (body: object) => v.safeParse(changeOverlayBody, body).success;
  const acts = (body: object) => v.safeParse(overlayLiveBody, body).success;

  describe('changes of the overlay', () => {
    it.each([
      {},
      { look: 'plain', place: 'top-right', language: 'ar', words: 'never', below: 'nothing' },
      { accent: '#C2255c', minimum: { usd: 500, jpy: 0 }, offlineDot: true },
      { seconds: 3, delaySeconds: 60, replayMinutes: 0, volume: 100 },
    ])('%j are taken', (body) => {
      expect(changes(body)).toBe(true);
    });

    it.each([
      { look: 'neon' },
      { place: 'left' },
      { accent: 'red' },
      { accent: '#c2255' },
      { language: 'xx' },
      { minimum: { usd: -1 } },
      { minimum: { usd: 1.5 } },
      { minimum: { xxx: 5 } },
      { seconds: 2 },
      { seconds: 16 },
      { delaySeconds: 61 },
      { replayMinutes: -1 },
      { volume: 101 },
      { offlineDot: 'yes' },
      { key: 'a'.repeat(40) },
    ])('%j are refused', (body) => {
      expect(changes(body)).toBe(false);
    });
  });

  it('what is done during a stream names a tip only where it needs one', () => {
    expect(['pause', 'resume', 'mute', 'unmute', 'skip'].every((act) => acts({ act }))).toBe(true);
    expect(['again', 'show'].map((act) => [acts({ act, tipId: 'tip1' }), acts({ act })])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect([acts({ act: 'show', tipId: '' }), acts({ act: 'show', tipId: 'a'.repeat(129) })]).toEqual([
      false,
      false,
    ]);
  });

  it('a test has one of four sizes', () => {
    expect(v.safeParse(overlayTestBody, { test: 'burst' }).success).toBe(true);
    expect(v.safeParse(overlayTestBody, { test: 'huge' }).success).toBe(false);
  });
});

describe('event api', () => {
  const view = { kind: 'view', handle: 'ada', placement: 'https://example.com/' } as const;
  const crash = { kind: 'crash' };

  describe('an event body', () => {
    it('accepts views and clicks', () => {
      const events = [view, { kind: 'click', handle: 'Ada', link: 'k3' }];
      expect(parseCardReport({ events })).toEqual({
        ok: true,
        value: { card: null, from: null, events: [view, { ...events[1], handle: 'ada' }], crashed: false },
      });
    });

    it('accepts the version of the card and a crash, which belongs to no profile', () => {
      expect(parseCardReport({ card: '0.12.3', events: [view, crash] })).toEqual({
        ok: true,
        value: { card: '0.12.3', from: null, events: [view], crashed: true },
      });
      expect(parseCardReport({ card: '0.12.3', events: [crash] })).toMatchObject({
        value: { events: [], crashed: true },
      });
    });

    it.each([
      ['social.example', 'social.example'],
      ['https://social.example/profile?id=7', null],
      [`${'a'.repeat(60)}.example`, null],
      [7, null],
    ])('reads %s as the site %s, and counts the views either way', (from, site) => {
      expect(parseCardReport({ from, events: [view] })).toMatchObject({
        value: { from: site, events: [view] },
      });
    });

    it.each([
      ['nothing', []],
      ['too many', Array.from({ length: maxCardEvents + 1 }, () => view)],
      ['another kind', [{ ...view, kind: 'tip' }]],
      ['a click on no link', [{ kind: 'click', handle: 'ada' }]],
      ['a name for the visitor', [{ ...view, visitor: 'v1' }]],
      ['no handle', [{ kind: 'view' }]],
      ['the error of a crash', [{ ...crash, message: 'x is not a function' }]],
    ])('refuses %s', (_what, events) => {
      expect(parseCardReport({ events })).toMatchObject({ ok: false, problem: { code: 'invalid-fields' } });
    });

    it.each(['0.1', '1.0.0-beta', '<script>', '', 7])('refuses %s as a version', (card) => {
      expect(parseCardReport({ card, events: [view] })).toMatchObject({ ok: false });
    });
  });

  it.each([
    ['https://Blog.Example:8443', 'blog.example'],
    ['https://münchen.example', 'xn--mnchen-3ya.example'],
    ['http://[::1]:4100', null],
    ['null', null],
    ['file://', null],
    [null, null],
  ])('counts %s as the site %s', (url, site) => {
    expect(siteOf(url)).toBe(site);
  });
});

describe('moderation api', () => {
  const given = { outcome: 'hidden', facts: ' The name is wrong. ' };

  it('a decision needs a known outcome and facts, and can limit only known parts', () => {
    expect(v.parse(decisionBody, given)).toEqual({
      outcome: 'hidden',
      facts: 'The name is wrong.',
      ground: '',
      parts: [],
      days: null,
      handle: '',
      foundByMachine: false,
    });
    const bad = [
      { outcome: 'closed' },
      { facts: ' ' },
      { facts: 'x'.repeat(1501) },
      { parts: ['name'] },
      { days: 0 },
      { force: true },
    ];
    expect(bad.filter((change) => v.is(decisionBody, { ...given, ...change }))).toEqual([]);
  });
});

describe('admin api', () => {
  it('an admin act names a known verb and known parts, and writes only with `yes`', () => {
    expect(v.parse(adminActBody, { verb: 'hide', who: ' ada ', reason: 'x' })).toEqual({
      verb: 'hide',
      who: 'ada',
      reason: 'x',
      parts: [],
      days: null,
      ground: '',
      isOrder: false,
      reportId: null,
      yes: false,
    });
    const bad = [{ verb: 'erase' }, { parts: ['name'] }, { days: 0 }, { who: ' ' }, { force: true }];
    expect(bad.filter((given) => v.is(adminActBody, { verb: 'hide', who: 'ada', ...given }))).toEqual([]);
  });
});

describe('appeal api', () => {
  it('an objection is a clean text of a limited length', () => {
    expect(parseWith(appealBody, { text: ' I\u202E object. ' })).toEqual({
      ok: true,
      value: { text: 'I object.' },
    });
    for (const text of ['', ' ', 'x'.repeat(appealTextLimit + 1), 'x'.repeat(appealTextLimit * 3)])
      expect(parseWith(appealBody, { text }).ok, text.slice(0, 5)).toBe(false);
  });
});

describe('objections api', () => {
  it('an answer to an objection has an outcome and a text', () => {
    const body = { outcome: 'upheld', text: ' It stands. ' } as const;
    expect(v.parse(objectionAnswerBody, body)).toEqual({ outcome: 'upheld', text: 'It stands.' });
    for (const wrong of [{ ...body, outcome: 'open' }, { ...body, text: ' ' }, { outcome: 'upheld' }])
      expect(v.safeParse(objectionAnswerBody, wrong).success).toBe(false);
  });

  it('an owner objects once to a restriction, and a reporter once to a decision', () => {
    expect(new Set([appealId('a', 1), appealId('a', 2), reporterAppealId('a', 1)]).size).toBe(3);
    expect(v.safeParse(objectionsAnswer, { role: 'owner', objections: [] }).success).toBe(false);
  });
});

describe('owner case api', () => {
  const data = {
    uid: 'uid-ada',
    handle: null,
    aliases: [],
    card: null,
    links: [],
    restriction: null,
    openPayments: 0,
    deletedAt: null,
    possible: ['hide'],
    hideDays: 7,
    reports: [],
    acts: [],
  };

  it('an owner’s case names only verbs that exist, and has no email address', () => {
    expect(v.parse(ownerCaseAnswer, { data })).toEqual({ data });
    for (const wrong of [{ possible: ['erase'] }, { email: 'ada@example.com' }])
      expect(v.safeParse(ownerCaseAnswer, { data: { ...data, ...wrong } }).success).toBe(false);
  });
});

describe('standing api', () => {
  it('a restriction names only known parts, and good standing is no restriction', () => {
    const restriction = {
      state: 'limited',
      scope: ['bio', 'link:k1'],
      reason: 'Not yours.',
      since: noon,
      until: null,
      decisionId: null,
    };
    const reads = (given: object) => v.is(standingAnswer, { restriction: { ...restriction, ...given } });
    expect([reads({}), reads({ scope: ['name'] }), reads({ state: 'good' })]).toEqual([true, false, false]);
    expect(v.is(standingAnswer, { restriction: null })).toBe(true);
  });
});

describe('report api', () => {
  const typed = {
    kind: 'fraud',
    address: ' busker.test/@ada ',
    ground: ' Terms ',
    why: 'A\r\n\r\n\r\nB',
    name: 'Zoe',
    email: 'zoe@example.com',
    goodFaith: 'on',
  };
  const fieldsOf = (change: object) => {
    const read = parseWith(reportForm, { ...typed, ...change });
    return read.ok ? [] : Object.keys(read.problem.fields ?? {});
  };

  describe('a typed report', () => {
    it('is parsed into a complete address and clean texts', () => {
      expect(parseWith(reportForm, typed)).toMatchObject({
        ok: true,
        value: { address: 'https://busker.test/@ada', ground: 'Terms' },
      });
    });

    it('needs a name and an email address, except when it is about child abuse', () => {
      expect(fieldsOf({ name: '', email: '' })).toEqual(['name', 'email']);
      expect(fieldsOf({ name: '', email: '', kind: 'child-abuse' })).toEqual([]);
    });

    it('names every missing field at once', () => {
      const none = { kind: '', address: '', ground: '', why: '', name: '', email: 'zoe', goodFaith: '' };
      expect(fieldsOf(none)).toEqual(['kind', 'address', 'ground', 'why', 'email', 'goodFaith']);
    });
  });

  it('a report is urgent when it is about a danger to life, a child or an order of an authority', () => {
    expect(reportKinds.filter(isUrgent)).toEqual(['child-abuse', 'violence', 'order']);
  });
});
