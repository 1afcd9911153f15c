import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { noContribution } from '../money/money';
import { fakeIntent, fakeSnapshot, fakeTip, noon } from '../testing/fakes';
import { projectTip } from '../tip-state/tip-projection';
import {
  cardBrand,
  cycleInterval,
  isTestTip,
  readAmounts,
  setAside,
  spellAmounts,
  tipStates,
  withAmounts,
  yearsAfter,
  isAnswerable,
  type Tip,
} from './tip';
import { everyTip, isWithBank, shownState, tipTest, type TipFilter } from './tip-filter';
import { waitsForReview } from './tip';
import {
  mayReply,
  mayWatch,
  thanksText,
  unknownPlaceholder,
  usesName,
  whyNotThanked,
  isPlainName,
  moderate,
  replyChangeMs,
  tipTexts,
  type HeldReason,
} from './tip-text';

describe('test tip', () => {
  const paid = fakeTip({ contrib: { count: 1, gross: 500, refunded: 0, disputed: 0 } });
  const tip = { ...paid, payment: { ...paid.payment, status: 'succeeded' } as const };

  it('does not count once it is set aside', () => {
    expect(setAside({ ...tip, livemode: false })).toMatchObject({ contrib: noContribution });
  });

  it('is a paid test tip that no longer counts', () => {
    expect(isTestTip(setAside({ ...tip, livemode: false }))).toBe(true);
    expect(isTestTip({ ...tip, livemode: false })).toBe(false);
    expect(isTestTip(setAside({ ...tip, livemode: true }))).toBe(false);
    const unpaid = { ...tip.payment, status: 'awaiting' } as const;
    expect(isTestTip(setAside({ ...tip, livemode: false, payment: unpaid }))).toBe(false);
  });
});

describe('text lifetime', () => {
  it.each([
    ['2026-03-05T10:00:00Z', 7, '2033-03-05T10:00:00.000Z'],
    ['2024-02-29T23:59:59Z', 1, '2025-03-01T23:59:59.000Z'],
    ['2024-02-29T00:00:00Z', 4, '2028-02-29T00:00:00.000Z'],
  ])('%s and %d years are %s', (at, years, after) => {
    expect(new Date(yearsAfter(Date.parse(at), years)).toISOString()).toBe(after);
  });
});

describe('card brand', () => {
  it.each([
    ['visa', 'Visa'],
    ['amex', 'American Express'],
    ['cartes_bancaires', 'Cartes Bancaires'],
    ['a_new_brand', 'a_new_brand'],
    ['constructor', 'constructor'],
  ])('shows the brand that Stripe calls %s as %s', (brand, name) => {
    expect(cardBrand(brand)).toBe(name);
  });
});

describe('tip amounts', () => {
  const part = fc.integer({ min: 0, max: 99_999_999 });
  const parts = fc.record({ tipAmount: part, coverAmount: part, applicationFee: part, estimatedFee: part });

  it('reads the amounts that it wrote', () => {
    fc.assert(
      fc.property(parts, (amounts) => {
        expect(readAmounts(spellAmounts(amounts))).toEqual(amounts);
      }),
    );
  });

  it.each([undefined, '', '5', '5:0:0', '5:0:0:0:0', '-5:0:0:0', '5.5:0:0:0', '1e3:0:0:0', ' 5:0:0:0'])(
    'ignores a value that Busker did not write: %j',
    (text) => expect(readAmounts(text)).toBeNull(),
  );

  it('gives the tip all parts of the changed amount, or none', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 199_999_998 }), fc.boolean(), (amounts, other, ours) => {
        const explained = amounts.tipAmount + amounts.coverAmount;
        const amount = ours ? explained : other;
        const tip = fakeTip();
        const after = withAmounts(tip, { amount, amounts });
        expect(after === tip).toBe(amount !== explained);
        expect(after.tipAmount + after.coverAmount).toBe(amount === explained ? amount : tip.amount);
      }),
    );
  });

  // Holds pay-095.
  it('counts a payment with a new amount that the tip does not have', () => {
    const amounts = { tipAmount: 300, coverAmount: 40, applicationFee: 17, estimatedFee: 40 };
    const intent = fakeIntent({ amount: 340, amountReceived: 340, amounts });
    expect(projectTip(fakeTip(), fakeSnapshot({ intent }))).toMatchObject({
      amount: 340,
      tipAmount: 300,
      coverAmount: 40,
      applicationFee: 17,
      fees: { estimated: 40 },
      moderation: { state: 'visible', reasons: [] },
      contrib: { count: 1, gross: 340 },
    });
  });

  it('holds a payment whose amount differs from its parts', () => {
    const amounts = { tipAmount: 300, coverAmount: 40, applicationFee: 0, estimatedFee: 40 };
    const intent = fakeIntent({ amount: 100, amountReceived: 100, amounts });
    expect(projectTip(fakeTip(), fakeSnapshot({ intent })).moderation.reasons).toContain(
      'payment-mismatch:amount',
    );
  });

  it('leaves a tip unchanged when its payment agrees', () => {
    const tip = fakeTip();
    const { amount, tipAmount, coverAmount, applicationFee } = tip;
    const amounts = { tipAmount, coverAmount, applicationFee, estimatedFee: 0 };
    expect(withAmounts(tip, { amount, amounts })).toBe(tip);
    const fee = { ...amounts, applicationFee: applicationFee + 1 };
    expect(withAmounts(tip, { amount, amounts: fee }).applicationFee).toBe(applicationFee + 1);
  });
});

it('knows a month from a year by the period, and says nothing before there is one', () => {
  const january = { from: Date.UTC(2028, 0, 31), to: Date.UTC(2028, 1, 29) };
  const longest = { from: Date.UTC(2026, 11, 1), to: Date.UTC(2027, 0, 1) };
  const year = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2027, 2, 1) };
  expect([january, longest, year, null].map((period) => cycleInterval({ period }))).toEqual([
    'month',
    'month',
    'year',
    null,
  ]);
});

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
      expect(verdict.reasons).toEqual([reason]);
    });
  });

  // Holds out-222.
  it.each<[name: string, isPlain: boolean]>([
    ['Ada Lovelace', true],
    ['J. R. R. Tolkien', true],
    ['A.B.C.', true],
    ['Blink-182', true],
    ['いつもありがとう', true],
    ['Ada @evil', false],
    ['st.ives', false],
    ['ａ．ｂｃ', false],
    ['evil。example', false],
    ['evil․example', false],
    ['evil dot com', false],
    ['1.1.1.1', false],
    ['See 9。1.1․1', false],
    ['Room 1.2.3', true],
    ['evil.भारत', false],
    ['हिन्दी.इंडिया', false],
    ['आशा', true],
    ['mailto://evil', false],
    ['Call 555 0199', false],
    ['you WANKER', false],
  ])('the name %j may stand in a mail to people who never saw it: %s', (name, isPlain) => {
    expect(isPlainName(name)).toBe(isPlain);
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

    // Holds tag-180.
    it('need no review of a message that the owner alone reads, and still one of the name', () => {
      const message = 'busker dot com';
      const verdict = (name: string) => tipTexts({ name, message, privateMessage: true });
      expect(verdict('Zoe')).toMatchObject({ value: { message, moderation: { state: 'visible' } } });
      expect(verdict('spam.com')).toMatchObject({ value: { moderation: { state: 'held' } } });
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

describe('tip filter', () => {
  const shows = (filter: Partial<TipFilter>, tip: Tip, zone = 'UTC') =>
    tipTest({ ...everyTip, ...filter }, zone)(tip);

  // Holds dash-065.
  it('finds received and processing tips, or incomplete ones too', () => {
    const found = tipStates.filter((state) => shows({ state: 'received' }, fakeTip({ state })));
    expect(found).toEqual(['processing', 'paid', 'partially_refunded', 'refunded', 'disputed', 'lost']);
    expect(tipStates.every((state) => shows({}, fakeTip({ state })))).toBe(true);
  });

  it('finds words regardless of case and accents', () => {
    const tip = fakeTip({ fan: { name: 'Zoë', message: 'Ça alors!', anonymous: false, country: null } });
    expect(shows({ search: 'zoe' }, tip)).toBe(true);
    expect(shows({ search: ' ca ALORS' }, tip)).toBe(true);
    expect(shows({ search: 'bravo' }, tip)).toBe(false);
  });

  const paidAt = (succeededAt: number) =>
    fakeTip({ payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt } });

  // Holds dash-065.
  it('includes a whole day of the time zone, also the long day when summer time ends', () => {
    const oneDay = { from: '2026-10-25', until: '2026-10-25' };
    const begins = Date.UTC(2026, 9, 24, 22);
    const ends = begins + 25 * 60 * 60_000;
    const found = [begins - 1, begins, ends - 1, ends].map((at) =>
      shows(oneDay, paidAt(at), 'Europe/Berlin'),
    );
    expect(found).toEqual([false, true, true, false]);
  });

  it('takes an unpaid tip by the time when it was started', () => {
    expect(shows({ from: '2026-10-01', until: '2026-10-01' }, fakeTip({ createdAt: noon }))).toBe(true);
  });

  it('finds declined tips apart from pending ones', () => {
    const lastError = { code: 'card_declined', declineCode: null, at: noon };
    const declined = fakeTip({ payment: { status: 'awaiting', attempts: 1, lastError, succeededAt: null } });
    expect([shows({ state: 'declined' }, declined), shows({ state: 'pending' }, declined)]).toEqual([
      true,
      false,
    ]);
    expect([shows({ state: 'declined' }, fakeTip()), shows({ state: 'pending' }, fakeTip())]).toEqual([
      false,
      true,
    ]);
    // The fan tries another card.
    const again = fakeTip({ payment: { ...declined.payment, status: 'requires_action' } });
    expect(shows({ state: 'pending' }, again)).toBe(true);
  });

  it('finds tips that need review, and tips of one place', () => {
    const held = fakeTip({ moderation: { state: 'held', reasons: ['web-address'] } });
    expect([shows({ state: 'held' }, held), shows({ state: 'held' }, fakeTip())]).toEqual([true, false]);
    expect(shows({ placement: 'https://example.com' }, fakeTip())).toBe(true);
    expect(shows({ placement: 'footer' }, fakeTip())).toBe(false);
  });

  it('finds tips with an early fraud warning', () => {
    const warned = fakeTip({ warning: { type: 'made_with_stolen_card', actionable: true, at: noon } });
    expect([shows({ state: 'warned' }, warned), shows({ state: 'warned' }, fakeTip())]).toEqual([
      true,
      false,
    ]);
  });
});

describe('a message that waits for review', () => {
  const held = fakeTip({
    state: 'paid',
    contrib: { ...noContribution, count: 1, gross: 500 },
    moderation: { state: 'held', reasons: ['web-address'] },
    fan: { name: 'Kim', message: null, anonymous: false, country: null },
  });

  it('is of a tip that counts, while others could see it', () => {
    expect(waitsForReview(held)).toBe(true);
    expect(waitsForReview({ ...held, moderation: { state: 'hidden', reasons: [] } })).toBe(false);
    expect(waitsForReview({ ...held, contrib: noContribution })).toBe(false);
    expect(waitsForReview({ ...held, state: 'refunded' })).toBe(false);
    expect(waitsForReview({ ...held, state: 'lost' })).toBe(false);
    expect(waitsForReview({ ...held, fan: { ...held.fan, name: null } })).toBe(false);
    expect(waitsForReview({ ...held, fan: { ...held.fan, name: null, message: 'Hi' } })).toBe(true);
  });
});

describe('shown state', () => {
  const error = { code: 'card_declined', declineCode: null, at: 1 };
  const waiting = fakeTip({
    state: 'pending',
    payment: { status: 'awaiting', attempts: 1, lastError: error, succeededAt: null },
  });

  it('a pending tip whose card was declined is shown as declined, until another try begins', () => {
    expect(shownState(waiting)).toBe('declined');
    expect(shownState({ ...waiting, payment: { ...waiting.payment, status: 'requires_action' } })).toBe(
      'pending',
    );
    expect(shownState({ ...waiting, payment: { ...waiting.payment, lastError: null } })).toBe('pending');
    expect(shownState({ ...waiting, state: 'paid' })).toBe('paid');
  });

  it('the bank has the money while a dispute is open, and when it is lost', () => {
    const dispute = { amount: 500, disputeId: 'dp_1', dueBy: null };
    const withBank = (['none', 'inquiry', 'open', 'won', 'lost', 'prevented'] as const).filter((status) =>
      isWithBank({ dispute: { ...dispute, status } }),
    );
    expect(withBank).toEqual(['open', 'lost']);
  });
});

describe('one text for the fans of many tips', () => {
  const tip = fakeTip({
    state: 'paid',
    tipAmount: 500,
    contrib: { ...noContribution, count: 1, gross: 500 },
    fan: { name: 'Kim {amount}', message: null, anonymous: false, country: null },
  });
  const write = (text: string, given: Partial<typeof tip> = {}) =>
    thanksText({ text, nameless: 'friend' }, { ...tip, ...given }, 'de');

  it('has the name and the amount of each tip, as often as they are written', () => {
    expect(write('{name}, {NAME }: {amount} {amount}')).toBe('Kim {amount}, Kim {amount}: 5,00 $ 5,00 $');
  });

  it('leaves other braces as they are, and cleans the whole', () => {
    expect(write(' {nmae} {} { a\nb } }{\u202e ')).toBe('{nmae} {} { a\nb } }{');
  });

  it.each(['held', 'hidden'] as const)('has no name that is %s', (state) => {
    expect(write('{name}', { moderation: { state, reasons: [] } })).toBe('friend');
    expect(write('{name}', { fan: { ...tip.fan, name: null } })).toBe('friend');
  });

  it('knows which placeholder nobody has, and names it by its first letters', () => {
    expect(unknownPlaceholder('{name} {amount} }{ {a\nb}')).toBeNull();
    expect(unknownPlaceholder('{name} {nmae} {other}')).toBe('{nmae}');
    expect(unknownPlaceholder(`{${'🎵'.repeat(100)}}`)).toBe(`{${'🎵'.repeat(39)}`);
    expect(['{name}', '{ Name }', '{amount}', 'name'].map(usesName)).toEqual([true, true, false, false]);
  });

  it('is for tips that count and have no answer, or one that may be changed', () => {
    const why = (given: Partial<typeof tip>, again = false) =>
      whyNotThanked({ ...tip, ...given }, { again }, noon);
    expect(why({})).toBeNull();
    expect(whyNotThanked(undefined, { again: true }, noon)).toBe('gone');
    expect(why({ contrib: noContribution })).toBe('unpaid');
    expect(why({ state: 'refunded' })).toBe('unpaid');
    expect(why({ reply: { text: 'Thanks!', at: noon } })).toBe('answered');
    expect(why({ reply: { text: 'Thanks!', at: noon } }, true)).toBeNull();
    expect(why({ reply: { text: 'Thanks!', at: noon - replyChangeMs } }, true)).toBe('late');
  });
});
