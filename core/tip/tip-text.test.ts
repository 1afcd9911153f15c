import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fakeTip, noon } from '../testing/fakes';
import {
  isAnswerable,
  mayReply,
  mayWatch,
  moderate,
  replyChangeMs,
  tipTexts,
  type HeldReason,
} from './tip-text';

describe('moderation', () => {
  // The unit 'binary' of fast-check takes seconds to initialise.
  const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

  describe('a harmless text is visible at once', () => {
    test.each([
      'Thank you so much!',
      'I loved it. It is great... no, wonderful',
      'Best 10/10, watched it 3 times since 2024-12-25',
      'Scunthorpe says hi',
      'désolé pour le retard',
      'At this point in time I am a fan',
      'Keep it up @ada',
      'Order 66, part 1.5',
      'いつもありがとう',
    ])('%s', (text) => {
      expect(moderate([text])).toEqual({ state: 'visible', reasons: [] });
    });
  });

  // Holds pay-136.
  describe('a text that is held for its owner', () => {
    test.each<[text: string, reason: HeldReason]>([
      ['see https://evil.example', 'web-address'],
      ['www.example', 'web-address'],
      ['visit cheap-pills.shop today', 'web-address'],
      ['ｖｉｓｉｔ ｓｐａｍ．ｃｏｍ', 'web-address'],
      ['spam [.] com', 'web-address'],
      ['spam dot com', 'web-address'],
      ['write me: ada at@example.dev', 'email-address'],
      ['ada(at)example.org', 'email-address'],
      ['call +1 (555) 123-4567', 'phone-number'],
      ['0171 234 567 89', 'phone-number'],
      ['you WANKER', 'blocked-word'],
      ['もう死ねよ', 'blocked-word'],
    ])('%s (%s)', (text, reason) => {
      const verdict = moderate([null, text]);
      expect(verdict.state).toBe('held');
      expect(verdict.reasons).toContain(reason);
    });
  });

  it('gives a verdict for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const { state, reasons } = moderate([text]);
        expect(state === 'held').toBe(reasons.length > 0);
      }),
    );
  });

  // A backtracking pattern would take minutes for these texts.
  it.each(['+', '1 ', 'a.', 'a@', ' dot ', '-', '(at)', '+1 '])(
    'takes little time for thousands of %j',
    (piece) => {
      expect(['visible', 'held']).toContain(moderate([piece.repeat(20_000)]).state);
    },
  );

  // Holds pay-136.
  describe("an owner's blocked words", () => {
    it.each([
      ['Nice RADISH', ['radish'], 'held'],
      ['Nice radishes', ['radish'], 'visible'],
      ['so very boring!', ['So boring'], 'visible'],
      ['it is so… BORING', ['So boring'], 'held'],
      ['大根はいらない', ['大根'], 'held'],
      ['ｒａｄｉｓｈ', ['radish'], 'held'],
      ['give me 🍆', ['🍆'], 'held'],
      ['radish', [], 'visible'],
    ])('hold %j with %j: %s', (text, words, state) => {
      expect(moderate([text], words).state).toBe(state);
    });
  });

  describe("a tip's texts", () => {
    it('are cleaned; empty texts become null', () => {
      expect(
        tipTexts({
          name: ' Grace\u200b ',
          message: 'Thank\r\nyou\n\n\n\nso  much',
          for: 'a\nb',
          placement: undefined,
        }),
      ).toEqual({
        ok: true,
        value: {
          name: 'Grace',
          message: 'Thank\nyou\n\nso much',
          for: 'a b',
          placement: null,
          moderation: { state: 'visible', reasons: [] },
        },
      });
    });

    it('are held also when line breaks divide what is blocked', () => {
      expect(tipTexts({ message: 'free\n\nmoney' }, ['free money'])).toMatchObject({
        value: { moderation: { reasons: ['blocked-word'] } },
      });
      expect(tipTexts({ message: 'busker dot\n\ncom' })).toMatchObject({
        value: { moderation: { reasons: ['web-address'] } },
      });
    });

    it("are held for the fan's texts, not for the page's", () => {
      const page = tipTexts({ for: 'My post on example.com', placement: 'www.example.com' });
      expect(page).toMatchObject({ ok: true, value: { moderation: { state: 'visible' } } });
      const fan = tipTexts({ name: 'spam.com' });
      expect(fan).toMatchObject({
        ok: true,
        value: { moderation: { state: 'held', reasons: ['web-address'] } },
      });
    });

    // Holds pay-135.
    it('are refused with the field when too long, counted in visible characters', () => {
      expect(tipTexts({ name: '👍'.repeat(40), message: 'x'.repeat(200) })).toMatchObject({ ok: true });
      expect(tipTexts({ name: 'x'.repeat(41), message: 'x'.repeat(201), for: 'ok' })).toEqual({
        ok: false,
        problem: {
          code: 'invalid-fields',
          detail: 'Please check the marked fields.',
          fields: { name: 'Keep this to 40 characters.', message: 'Keep this to 200 characters.' },
        },
      });
    });
  });
});

describe('reply', () => {
  const paid = fakeTip({ contrib: { count: 1, gross: 500, refunded: 0, disputed: 0 } });
  const unpaid = fakeTip({ contrib: { count: 0, gross: 0, refunded: 0, disputed: 0 } });
  const answered = { ...paid, reply: { text: 'Thank you!', at: noon } };

  it('a paid tip can be answered at any time, an unpaid one never', () => {
    expect(mayReply(paid, noon + 365 * 24 * replyChangeMs)).toBe(true);
    expect(mayReply(unpaid, noon)).toBe(false);
  });

  it('a reply can be changed for an hour, and not after it', () => {
    expect(mayReply(answered, noon + replyChangeMs - 1)).toBe(true);
    expect(mayReply(answered, noon + replyChangeMs)).toBe(false);
  });

  it('a fan can wait for an answer until there is one, and not after the tip was given back', () => {
    expect(mayWatch({ ...paid, state: 'paid' })).toBe(true);
    expect(mayWatch({ ...answered, state: 'paid' })).toBe(false);
    expect(isAnswerable({ ...answered, state: 'paid' })).toBe(true);
    expect(mayWatch({ ...paid, state: 'refunded' })).toBe(false);
    expect(mayWatch(unpaid)).toBe(false);
  });
});
