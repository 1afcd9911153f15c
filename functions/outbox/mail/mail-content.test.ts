import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedLanguages } from '../../../core/base/language-tags';
import type { Message } from '../../../core/outbox/told-event';
import { fakeTold, fakeToldEvent, fakeToldTip } from '../../../core/testing/told-events';
import { composeMail } from './compose-mail';
import { mailAddressee } from '../../testing/mail-addressee';
import { mailContent } from './mail-content';

const origin = 'https://busker.test';
const composed = (message: Message, language = 'en') =>
  composeMail(mailContent({ ...mailAddressee(null), language }, message, origin));
const tipOf = (given: Parameters<typeof fakeToldTip>[0]) =>
  fakeTold([fakeToldEvent({ tip: fakeToldTip(given) })]);
const code: Message = { kind: 'code', id: 'c1', code: '123456' };
const test: Message = { kind: 'test', id: 't1' };

describe('a mail about a tip', () => {
  it('has the amount, the visible words, and where to act and to unsubscribe', () => {
    const { subject, text } = composed(tipOf({ name: 'Kim', message: 'Bach at the bridge' }));
    expect(subject).toBe('Kim sent you $5.00');
    expect(text.split('\n')[0]).toBe(subject);
    expect(text).toContain('“Bach at the bridge”');
    expect(text).toMatch(/Open it: https:\/\/busker\.test\/tips\?tip=\w+/);
    expect(text).toContain('Change it: https://busker.test/notifications');
    expect(text).toContain('Switch it off: https://busker.test/off/channel1.aa11');
  });

  it('has no words that were erased or must be looked at first', () => {
    const { subject, text } = composed(tipOf({ name: null, message: null, words: 'held' }));
    expect(subject).toBe('Somebody sent you $5.00');
    expect(text).toContain('A message waits for your look.');
    expect(text).not.toContain('“');
  });

  it('lists at most 30 events, and counts the others', () => {
    const events = Array.from({ length: 40 }, (_, index) =>
      fakeToldEvent({ id: `e${index}`, tip: fakeToldTip({ tipId: `t${index}` }) }),
    );
    const { text } = composed(fakeTold(events));
    expect(text.match(/Open it:/g)).toHaveLength(30);
    expect(text).toContain('and 10 more tips');
  });

  it('never has the message in its subject, whatever fans write', () => {
    const words = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constant('\r\nBcc: eve@evil.example\r\n\r\n<b>'),
    );
    fc.assert(
      fc.property(words, words, (name, message) => {
        const secret = `¶${message}¶`;
        const { subject, html } = composed(tipOf({ name: `Kim ${name}`, message: secret }));
        expect(subject).not.toMatch(/[\r\n¶]/);
        expect(html.match(/<blockquote/g)).toHaveLength(1);
      }),
    );
  });
});

describe('a mail in each language', () => {
  it.each(shippedLanguages)('%s names it and its direction', (language) => {
    for (const message of [code, test, tipOf({})]) {
      const { html, subject, text } = composed(message, language);
      expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(`${subject}${text}`).not.toMatch(/undefined|[{}#]/);
    }
  });
});

it('a mail with a code has no link and nothing of its addressee', () => {
  const { text, html, subject } = composed(code);
  expect(subject).toBe('Your code: 123456');
  expect(`${text}${html}`).not.toMatch(/https?:|ada|channel1|evil/);
});
