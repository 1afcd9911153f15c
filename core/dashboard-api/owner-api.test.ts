import * as v from 'valibot';
import { parseWith } from '../base/result';
import { describe, expect, it } from 'vitest';
import { maxBlocks } from '../blocks/block';
import { tipRequest } from '../fan-api/tip-api';
import { stripeAddress } from '../monthly/monthly';
import { toPublicProfile } from '../profile/stored-profile';
import { emails, noEmails } from '../testing/email-addresses';
import { fakeProfile, noon } from '../testing/fakes';
import { replyLimit } from '../tip/tip-text';
import { reportForm } from './moderation-api';
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
