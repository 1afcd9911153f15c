import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  brandOf,
  checkCard,
  digitsOf,
  passesLuhn,
  spaceExpiry,
  spaceNumber,
  type CardValues,
} from './card-number';
import { cardWords } from './card-words';
import { IntegrationError } from './elements-dom';
import { readAppearance, readDeferred, warnAboutUnknown } from './elements-options';

// Unit tests of the card form's parts. The browser tests cover the whole form.
describe('a card number', () => {
  it.each([
    ['4242424242424242', 'visa', '4242 4242 4242 4242'],
    ['378282246310005', 'amex', '3782 822463 10005'],
    ['34', 'amex', '34'],
    ['5100', 'mastercard', '5100'],
    ['5599', 'mastercard', '5599'],
    ['2223', 'mastercard', '2223'],
    ['2720', 'mastercard', '2720'],
    ['5000', 'unknown', '5000'],
    ['5600', 'unknown', '5600'],
    ['2100', 'unknown', '2100'],
    ['2800', 'unknown', '2800'],
    ['36', 'unknown', '36'],
  ])('%s is a %s number and is formatted as %s', (digits, brand, spaced) => {
    expect([brandOf(digits), spaceNumber(digits)]).toEqual([brand, spaced]);
  });

  it('keeps only as many digits as its brand has', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,19}$/), (digits) => {
        const length = brandOf(digits) === 'amex' ? 15 : 16;
        expect(digitsOf(spaceNumber(digits))).toBe(digits.slice(0, length));
      }),
    );
  });

  it('has one valid check digit, and swapping two adjacent digits makes it invalid', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{15}$/), (digits) => {
        const right = Array.from('0123456789').filter((last) => passesLuhn(digits + last));
        expect(right).toHaveLength(1);
        const [a = '', b = ''] = digits;
        // Luhn cannot detect a swap of equal digits, or of 0 and 9.
        const undetectable = a === b || (a === '0' && b === '9') || (a === '9' && b === '0');
        expect(undetectable || !passesLuhn(`${b}${a}${digits.slice(2)}${right.join('')}`)).toBe(true);
      }),
    );
    for (const real of ['4242424242424242', '5555555555554444', '378282246310005'])
      expect(passesLuhn(real)).toBe(true);
  });
});

describe('an expiration date', () => {
  it.each([
    ['1', '1'],
    ['0', '0'],
    ['2', '02 / '],
    ['9', '09 / '],
    ['12', '12 / '],
    ['1226', '12 / 26'],
    ['12 / 26', '12 / 26'],
    ['12265', '12 / 26'],
    ['426', '04 / 26'],
  ])('typed as %s becomes %s', (typed, spaced) => {
    expect(spaceExpiry(typed)).toBe(spaced);
  });
});

describe('card validation', () => {
  const now = new Date(2026, 10, 22);
  const good: CardValues = {
    number: '4242 4242 4242 4242',
    expiry: '11 / 26',
    cvc: '123',
    country: 'US',
    postalCode: '10001',
  };
  const wrong = (change: Partial<CardValues>, postalCode = true) =>
    checkCard({ ...good, ...change }, { postalCode }, now);

  it.each<[change: Partial<CardValues>, issues: readonly (readonly [string, string])[]]>([
    [{}, []],
    [{ number: '4242 4242 4242 424' }, [['number', 'incomplete_number']]],
    [{ number: '4242 4242 4242 4241' }, [['number', 'invalid_number']]],
    [{ number: '3782 822463 10005', cvc: '1234' }, []],
    [{ number: '3782 822463 10005' }, [['cvc', 'incomplete_cvc']]],
    [{ expiry: '11 / 2' }, [['expiry', 'incomplete_expiry']]],
    [{ expiry: '00 / 30' }, [['expiry', 'invalid_expiry_month']]],
    [{ expiry: '13 / 30' }, [['expiry', 'invalid_expiry_month']]],
    [{ expiry: '12 / 26' }, []],
    [{ expiry: '01 / 27' }, []],
    [{ expiry: '10 / 26' }, [['expiry', 'invalid_expiry_year_past']]],
    [{ expiry: '12 / 25' }, [['expiry', 'invalid_expiry_year_past']]],
    [{ cvc: '12' }, [['cvc', 'incomplete_cvc']]],
    [{ postalCode: '' }, []],
    [{ postalCode: ' 1 ' }, [['postalCode', 'incomplete_zip']]],
    [{ postalCode: '10' }, [['postalCode', 'incomplete_zip']]],
    [{ postalCode: '100' }, []],
    [{ postalCode: '1', country: 'GB' }, [['postalCode', 'incomplete_zip']]],
    [{ postalCode: '1', country: 'CA' }, [['postalCode', 'incomplete_zip']]],
    [{ postalCode: '1', country: 'DE' }, []],
  ])('%j gives %j', (change, issues) => {
    expect(wrong(change)).toEqual(issues);
  });

  // Holds pay-184.
  it('reports errors in the order of the fields and skips hidden fields', () => {
    const empty = { number: '', expiry: '', cvc: '', postalCode: '1' };
    expect(wrong(empty).map(([field]) => field)).toEqual(['number', 'expiry', 'cvc', 'postalCode']);
    expect(wrong({ postalCode: '1' }, false)).toEqual([]);
  });
});

describe('options of elements()', () => {
  afterEach(() => void vi.restoreAllMocks());
  const deferred = { mode: 'payment', amount: 500, currency: 'usd' };

  // Holds pay-184.
  it('are parsed, and are null when the page passes a client secret', () => {
    expect(readDeferred(deferred)).toEqual({ ...deferred, allowedTypes: [] });
    const types = { allowedPaymentMethodTypes: ['card', 'link'] };
    expect(readDeferred({ ...deferred, ...types })?.allowedTypes).toEqual(['card', 'link']);
    expect(readDeferred({ ...deferred, amount: 1, captureMethod: 'automatic' })?.amount).toBe(1);
    expect(readDeferred({ clientSecret: 'pi_1_secret_2' })).toBeNull();
  });

  it.each([
    [{ ...deferred, paymentMethodTypes: ['card'] }, 'no longer supported'],
    [{ ...deferred, payment_method_types: ['card'] }, 'no longer supported'],
    [{ ...deferred, mode: 'setup' }, 'mode'],
    [{ ...deferred, amount: 0 }, 'amount'],
    [{ ...deferred, amount: 5.5 }, 'amount'],
    [{ ...deferred, amount: '500' }, 'amount'],
    [{ ...deferred, currency: 'USD' }, 'currency'],
    [{ ...deferred, currency: 'usdx' }, 'currency'],
    [{ ...deferred, currency: 7 }, 'currency'],
    [{ ...deferred, captureMethod: 'manual' }, 'manual'],
    [{ ...deferred, capture_method: 'manual' }, 'manual'],
    [{ ...deferred, allowedPaymentMethodTypes: 'card' }, 'allowedPaymentMethodTypes'],
    [{ ...deferred, allowedPaymentMethodTypes: [7] }, 'allowedPaymentMethodTypes'],
    [{ clientSecret: 'seti_1_secret_2' }, 'clientSecret'],
    [{ clientSecret: 7 }, 'clientSecret'],
  ])('%j is refused because of its %s', (options, word) => {
    expect(() => readDeferred(options)).toThrow(IntegrationError);
    expect(() => readDeferred(options)).toThrow(word);
  });

  it('log a warning when they are unknown, and have no other effect', () => {
    const said: unknown[] = [];
    vi.spyOn(console, 'warn').mockImplementation((line) => void said.push(line));
    const known = [
      'clientSecret',
      'appearance',
      'locale',
      'fonts',
      'loader',
      'captureMethod',
      'capture_method',
    ];
    const types = ['allowedPaymentMethodTypes', 'excludedPaymentMethodTypes', 'paymentMethodTypes'];
    warnAboutUnknown(Object.fromEntries([...known, ...types].map((name) => [name, 1])));
    warnAboutUnknown({ ...deferred, surprise: 1 });
    expect(said).toEqual([expect.stringContaining('surprise')]);
    expect(readAppearance(undefined)).toEqual({});
    const look = { theme: 'night', variables: { colorPrimary: '#123456', sparkle: '1' } };
    expect(readAppearance(look)).toEqual(look);
    expect(said).toEqual([expect.stringContaining('surprise'), expect.stringContaining('sparkle')]);
    for (const none of [null, [], 'night']) expect(() => readAppearance(none)).toThrow(IntegrationError);
  });
});

describe('card words', () => {
  /** The languages that the tip card requests from Stripe.js. */
  const locales = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'ja', 'ko', 'zh-Hans', 'ar'];

  describe('card form translations', () => {
    it.each(locales)('are complete in %s, and differ from every other language', (locale) => {
      const { words, language } = cardWords(locale, 'sv');
      expect(language).toBe(locale);
      expect(Object.keys(words)).toEqual(Object.keys(cardWords('en', 'sv').words));
      for (const text of Object.values(words)) expect(text.trim()).not.toBe('');
      const alike = locales.filter((other) => cardWords(other, 'sv').words.note === words.note);
      expect(alike).toEqual([locale]);
    });

    it('are written right to left only in Arabic', () => {
      expect(locales.filter((locale) => cardWords(locale, 'en').direction === 'rtl')).toEqual(['ar']);
    });

    it("use the browser's language for “auto”, and English for an unsupported language", () => {
      expect(cardWords('auto', 'pl-PL').words).toBe(cardWords('pl', 'en').words);
      for (const unsupported of ['sv', 'zh-TW', 'zh-Hant'])
        expect(cardWords(unsupported, 'de')).toEqual(cardWords('en', 'de'));
    });
  });
});
