import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tipAmounts } from '../amounts/amount-limits';
import { currencyCodes } from '../money/money';
import { cardHeight, frameHeight, textWidth, type CardParts, type FrameParts } from './card-height';
import { maxPlaceLength, placeOfText, readPlace, readTipLink, tipLinkAddress } from './tip-link';

describe('heights in a frame', () => {
  const parts: CardParts = {
    layout: 'card',
    font: 'system',
    name: 'Ada Lind',
    bio: '',
    links: [],
    tips: true,
    goal: null,
  };
  const height = (change: Partial<CardParts>, column = 416) => cardHeight({ ...parts, ...change }, column);
  const link = (label = 'Sheet music', more: object = {}) => ({ label, ...more });

  // Holds tag-143. e2e/card-height.spec.ts compares these with cards in a browser.
  describe('the height of a card', () => {
    it('is nothing for a floating button, and that of a button where it is alone', () => {
      expect(height({ layout: 'floating' })).toBe(0);
      expect(height({ layout: 'button' })).toBe(48);
      expect(height({ layout: 'button', tips: false })).toBe(0);
    });

    it('has room for head, links, headings and button', () => {
      expect(height({})).toBe(50 + 68 + 20 + 48);
      expect(height({ links: [link(), link()] })).toBe(186 + 20 + 106);
      expect(height({ layout: 'links', links: [link()], tips: false })).toBe(48);
      const grouped = [
        link('A', { group: 'Music' }),
        link('B', { group: 'Music' }),
        link('C', { group: 'Shop' }),
      ];
      expect(height({ links: grouped })).toBe(Math.ceil(186 + 20 + 164 + 2 * 32.4));
    });

    it('grows by the lines of name, bio and labels, more of them in a narrow column', () => {
      const bio = 'Cello in the underpass at Central, most evenings from six.';
      expect(height({ bio }) - height({})).toBe(20 + 2 * 24);
      expect(height({ bio: 'One\n\nThree' }) - height({})).toBe(20 + 3 * 24);
      expect(height({ bio }, 200)).toBeGreaterThan(height({ bio }));
      expect(height({ name: 'A name that nobody would call short, of many parts' })).toBeGreaterThan(
        height({}),
      );
      const long = link('All concerts of this winter, with tickets and directions', { verified: true });
      expect(height({ links: [long] }) - height({ links: [link()] })).toBe(16);
    });

    it('breaks a word that is longer than a line, and scripts without spaces anywhere', () => {
      expect(height({ bio: 'é'.repeat(80) }) - height({})).toBe(20 + 2 * 24);
      expect(height({ bio: '駅'.repeat(40) }) - height({})).toBe(20 + 2 * 24);
    });

    it('has the sums of a goal beside its name while seven em are left for it', () => {
      const goal = (sums: string) => ({ goal: { label: 'A new bow', sums } });
      expect(height(goal('$123 of $900')) - height({})).toBe(20 + 24 + 16);
      expect(height(goal('123.456.789 zł z 900.000.000.000 zł')) - height({})).toBe(20 + 48 + 16);
    });

    it('has room for texts: each line, their headings, in the list of links without a gap and alone with one', () => {
      const plain = { label: '', text: 'One\nTwo' };
      expect(height({ texts: [plain] }) - height({})).toBe(20 + 2 * 24);
      expect(height({ texts: [plain, plain] }) - height({})).toBe(2 * (20 + 2 * 24));
      const links = [link()];
      expect(height({ links, texts: [plain] }) - height({ links })).toBe(2 * 24);
      const headed = { ...plain, label: 'Where I play' };
      expect(height({ links, texts: [headed] }) - height({ links })).toBe(Math.ceil(2 * 24 + 32.4));
    });

    it('is a whole number for all texts, and never shrinks when a link is added', () => {
      fc.assert(
        fc.property(
          fc.array(fc.string()),
          fc.string(),
          fc.integer({ min: 200, max: 500 }),
          (labels, bio, column) => {
            const all = height({ bio, links: labels.map((label) => link(label)) }, column);
            return Number.isSafeInteger(all) && all >= height({ bio }, column);
          },
        ),
      );
    });
  });

  // Holds tag-151. e2e/card-height.spec.ts compares these with frames in a browser.
  describe("the height of a profile's page in a frame", () => {
    const owner: FrameParts = {
      handle: 'ada',
      name: 'Ada Lind',
      picture: null,
      bio: '',
      links: [],
      tip: null,
    };
    const framed = (change: Partial<FrameParts>, width = 480) => frameHeight({ ...owner, ...change }, width);
    const button = (text: string, isFirst = false) => ({ tip: { text, isFirst } });

    it('has room for head, links and button', () => {
      expect(framed({})).toBe(42 + 96 + 20 + 30 + 24 + 20);
      expect(framed({ links: [link(), link()] }) - framed({})).toBe(106);
      expect(framed(button('Tip Ada Lind')) - framed({})).toBe(50 + 8);
      expect(framed({ picture: '/img/1' }) - framed({})).toBe(7);
    });

    it('has the margins of a paragraph around the button, but for the one of the head above it', () => {
      const links = [link()];
      const without = framed({ links });
      expect(framed({ links, ...button('Tip Ada Lind', true) }) - without).toBe(50 + 8);
      expect(framed({ links, ...button('Tip Ada Lind') }) - without).toBe(50 + 16);
    });

    it('breaks a text that all but fills its line', () => {
      expect(framed({ bio: 'Small games about big weather, drawn and coded in Kyoto.' }) - framed({})).toBe(
        8 + 48,
      );
    });

    it('grows by the lines of name, bio, handle and button, more of them in a narrow frame', () => {
      const bio = 'Cello in the underpass at Central, most evenings from six.';
      expect(framed({ bio: 'Cello' }) - framed({})).toBe(8 + 24);
      expect(framed({ bio: 'One\n\nThree' }) - framed({})).toBe(8 + 3 * 24);
      expect(framed({ bio }, 240)).toBeGreaterThan(framed({ bio }));
      expect(framed({ name: 'A name that nobody would call short, of many parts' }) - framed({})).toBe(30);
      expect(framed({ handle: 'a_handle_of_thirty_signs_as_is' }, 240)).toBe(framed({}) + 24);
      expect(framed(button('Enviar una propina a un nombre largo'), 240)).toBe(
        framed(button('Enviar una propina')) + 24,
      );
    });
  });

  it('a text is as wide as its letters, marks and pictures', () => {
    expect(textWidth('e\u0301', 'system')).toBe(textWidth('e', 'system'));
    expect(textWidth('🎻', 'mono')).toBe(1.25);
    expect(textWidth('한국', 'serif')).toBeCloseTo(1.84);
    expect(textWidth('iiii', 'mono')).toBeCloseTo(4 * 0.602);
    expect(textWidth('Ada', 'serif')).toBeGreaterThan(textWidth('Ada', 'system'));
  });
});

describe('links with a tip', () => {
  const own = { presets: null, min: null, max: null };
  const usd = { currency: 'usd', limits: tipAmounts('usd', own).limits } as const;
  const url = 'https://busker.test/@ada/tip';

  describe('a tip link', () => {
    it('has the amount in minor units, the currency and the place', () => {
      const amount = { minorUnits: 500, currency: 'usd' } as const;
      expect(tipLinkAddress(url, { amount, at: 'hat' })).toBe(`${url}?amount=500&cur=usd&at=hat`);
      expect(tipLinkAddress(url, { amount: null, at: 'hat' })).toBe(`${url}?at=hat`);
      expect(tipLinkAddress(url, { amount: null, at: null })).toBe(url);
    });

    it('is read as it was made, in every currency', () => {
      const word = fc.stringMatching(/^[a-z0-9]{1,9}$/);
      const places = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('-'));
      fc.assert(
        fc.property(fc.constantFrom(...currencyCodes), places, fc.nat(), (currency, at, nth) => {
          const { limits } = tipAmounts(currency, own);
          const steps = (limits.max - limits.min) / limits.step + 1;
          const link = { amount: { minorUnits: limits.min + (nth % steps) * limits.step, currency }, at };
          const query = Object.fromEntries(new URL(tipLinkAddress(url, link)).searchParams);
          expect(readTipLink(query, { currency, limits })).toEqual(link);
        }),
      );
    });

    // Holds out-061.
    it.each([
      [{ amount: '500', cur: 'jpy' }, 'the currency is another one'],
      [{ amount: '500' }, 'the currency is missing'],
      [{ amount: '500', cur: 'dollars' }, 'there is no such currency'],
      [{ amount: '99', cur: 'usd' }, 'it is below the smallest tip'],
      [{ amount: '50001', cur: 'usd' }, 'it is above the largest tip'],
      [{ amount: '5.00', cur: 'usd' }, 'it is not whole minor units'],
      [{ amount: '5e2', cur: 'usd' }, 'it is written as a float'],
      [{ amount: '0500', cur: 'usd' }, 'it begins with 0'],
      [{ amount: '-500', cur: 'usd' }, 'it is negative'],
      [{ amount: ' 500', cur: 'usd' }, 'it has a space'],
      [{ amount: '٥٠٠', cur: 'usd' }, 'its digits are not Latin'],
      [{ amount: '9'.repeat(400), cur: 'usd' }, 'it is endless'],
      [{ cur: 'usd' }, 'there is none'],
    ])('ignores the amount of %j, because %s', (query, _why) => {
      expect(readTipLink({ ...query, at: 'hat' }, usd)).toEqual({ amount: null, at: 'hat' });
    });

    it('reads the currency in capitals too', () => {
      expect(readTipLink({ amount: '500', cur: 'USD' }, usd).amount).toEqual({
        minorUnits: 500,
        currency: 'usd',
      });
    });

    it('ignores an amount between the steps of the currency', () => {
      const isk = { currency: 'isk', limits: tipAmounts('isk', own).limits } as const;
      expect(isk.limits.step).toBe(100);
      expect(readTipLink({ amount: '50050', cur: 'isk' }, isk).amount).toBeNull();
      expect(readTipLink({ amount: '50000', cur: 'isk' }, isk).amount?.minorUnits).toBe(50_000);
    });
  });

  describe('the place of a tip link', () => {
    it.each(['hat', 'bar-2', '7', 'a'.repeat(30)])('can be %j', (at) => expect(readPlace(at)).toBe(at));

    it.each(['', 'Hat', 'a b', '-hat', 'hat-', 'a--b', '<b>', 'a'.repeat(31), 'hüt', '=1+1', 'hat\n'])(
      'cannot be %j',
      (at) => expect(readPlace(at)).toBeNull(),
    );

    it('can be missing', () => expect(readPlace(undefined)).toBeNull());

    it.each([
      ['Hat', 'hat'],
      ['Café Zoë, 2', 'cafe-zoe-2'],
      ['  At the — river! ', 'at-the-river'],
      ['ﬁsh', 'fish'],
      ['公園', ''],
      [`${'a'.repeat(29)} b`, `${'a'.repeat(29)}-b`],
    ])('is %j typed, %j in the link', (typed, at) => expect(placeOfText(typed)).toBe(at));

    it('is usable, empty or too long, whatever was typed, and then no link has it', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (typed) => {
          const at = placeOfText(typed);
          const isUsable = at !== '' && at.length <= maxPlaceLength;
          expect(readPlace(at)).toBe(isUsable ? at : null);
        }),
      );
    });
  });
});
