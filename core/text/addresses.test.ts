import fc from 'fast-check';
import { domainToASCII, domainToUnicode } from 'node:url';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { emails, noEmails } from '../testing/email-addresses';
import { emailAddress, fromPunycode, mailboxOf, readEmailAddress, readableHost } from './addresses';

describe('readable host', () => {
  const hostOf = (typed: string) => new URL(`https://${typed}`).hostname;

  describe('a readable host name', () => {
    it.each([
      'müller.de',
      'straße.de',
      'café.example',
      'łódź.pl',
      'пример.рф',
      'почта.com',
      'москва.com',
      'ελλάδα.gr',
      'русский.example',
      '日本語.jp',
      'アニメ.jp',
      'tokyo日本.jp',
      '한국.kr',
      'مثال.com',
      'שלום.example',
      'भारत.com',
      'www.müller2-söhne.de',
      'ада.рф',
    ])('shows %s as it is written', (host) => {
      expect(readableHost(hostOf(host))).toBe(host.normalize('NFC'));
    });

    it.each([
      ['letters of Cyrillic that spell "apple"', 'аррӏе.com'],
      ['the same letters with marks', 'аррѐ.com'],
      ['one letter of Cyrillic in a Latin name', 'pаypal.com'],
      ['Greek letters that look like Latin ones', 'οικο.com'],
      ['Greek and Cyrillic', 'αж.com'],
      ['an Armenian lookalike', 'սոս.com'],
      ['a click that looks like a mark', 'ada\u01c3.com'],
      ['a letter of phonetics', 'ɡoogle.com'],
      ['a stroke that looks like a slash', 'adaノshop.com'],
      ['a loose mark', 'q\u0308a.com'],
    ])('keeps Punycode for %s', (_, host) => {
      expect(readableHost(hostOf(host))).toBe(hostOf(host));
      expect(hostOf(host)).toContain('xn--');
    });

    it('judges each label by itself', () => {
      expect(readableHost(hostOf('аррӏе.müller.de'))).toBe('xn--80ak6aa92e.müller.de');
    });

    it('always names the same place, and never has an invisible character', () => {
      const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
      fc.assert(
        fc.property(label, (text) => {
          const host = domainToASCII(`${text}.example`);
          fc.pre(host !== '' && URL.canParse(`https://${host}`));
          const shown = readableHost(host);
          expect(hostOf(shown)).toBe(host);
          expect(shown).not.toMatch(/[\p{C}\p{Z}]/u);
        }),
      );
    });
  });

  describe('Punycode', () => {
    test('is decoded as Node decodes it', () => {
      const letters = fc.constantFrom(...Array.from('abz09-äßžœжщпαω日本語한국שלםمثل'));
      fc.assert(
        fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 20 }), (text) => {
          const [label = ''] = domainToASCII(`${text}.example`).split('.');
          fc.pre(label.startsWith('xn--'));
          expect(fromPunycode(label.slice(4))).toBe(domainToUnicode(label));
        }),
      );
    });

    test('is read without an error, whatever follows the prefix', () => {
      fc.assert(
        fc.property(fc.string({ maxLength: 60 }), (text) => {
          const read = fromPunycode(text);
          expect(read === null || typeof read === 'string').toBe(true);
          expect(readableHost(`xn--${text}`)).toBeTypeOf('string');
        }),
      );
    });

    test.each(['99999999', '-', 'a-!', 'ü-a', '999999999999999999999999'])('%s is refused', (text) => {
      expect(readableHost(`xn--${text}`)).toBe(`xn--${text}`);
    });
  });
});

describe('punycode', () => {
  it.each([
    ['mller-kva', 'müller'],
    ['80ak6aa92e', 'аррӏе'],
    ['fsqu00a', '例子'],
    ['', ''],
  ])('reads %s as %s', (code, text) => {
    expect(fromPunycode(code)).toBe(text);
  });

  it.each([
    ['a letter that is none of its digits', 'mller-kv_'],
    ['letters outside ASCII', 'müller-kva'],
    ['a number that does not end', 'mller-z'],
    ['a number without end', '9'.repeat(60)],
    ['a letter beyond Unicode', 'a-99999a'],
  ])('refuses %s', (_, code) => {
    expect(fromPunycode(code)).toBeNull();
  });

  it('reads what the browsers write', () => {
    const letters = fc.constantFrom(...'abcäßçñøłжяאبह字ひカ한'.split(''));
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 12 }), (parts) => {
        const host = domainToASCII(`${parts.join('')}.example`);
        fc.pre(host.startsWith('xn--'));
        const label = host.slice('xn--'.length, -'.example'.length);
        expect(domainToASCII(`${fromPunycode(label)}.example`)).toBe(host);
      }),
    );
  });
});

describe('email address', () => {
  describe('an email address', () => {
    it.each(emails)('%j is read as %j', (typed, address) => {
      expect(readEmailAddress(typed)).toBe(address);
      expect(readEmailAddress(address)).toBe(address);
    });

    it.each(noEmails)('%j is none', (typed) => {
      expect(readEmailAddress(typed)).toBeNull();
    });

    it('is none where the domain is no host name, although it has the signs of one', () => {
      expect(readEmailAddress('nina@xn--a.example')).toBeNull();
    });

    it('is refused with the sentence of its field', () => {
      const field = emailAddress('Enter an email address.');
      expect(v.parse(field, ' nina@bücher.example ')).toBe('nina@xn--bcher-kva.example');
      expect(v.safeParse(field, 'nina@example').issues?.[0].message).toBe('Enter an email address.');
    });

    it('that is read has one @, only ASCII, and none of the signs of a list', () => {
      const sign = fc.constantFrom(...Array.from('kim@.,;:<>()[]"\\ \r\n\tä-1%/?#\u2028\u0000。'));
      fc.assert(
        fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
          const address = readEmailAddress(`kim${signs.join('')}@example.com${signs.slice(0, 3).join('')}`);
          expect(address ?? 'kim@example.com').toMatch(/^[^\s@<>()[\]",;:\\]+@[a-z0-9.-]+$/u);
        }),
      );
    });
  });

  it.each([
    ['Nina@Example.com', 'nina@example.com'],
    ['nina+shop@example.com', 'nina@example.com'],
    ['nina+a+b@example.com', 'nina@example.com'],
    ['n.i.na+x@gmail.com', 'nina@gmail.com'],
    ['nina@googlemail.com', 'nina@gmail.com'],
    ['n.ina@example.com', 'n.ina@example.com'],
  ])('%s is counted as the mailbox %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });
});
