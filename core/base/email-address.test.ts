import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { emailAddress, mailboxOf, readEmailAddress } from './email-address';
import { emails, noEmails } from '../testing/email-addresses';

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
