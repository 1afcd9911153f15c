import { describe, expect, it } from 'vitest';
import { headerFault } from './smtp-transport';

describe('header fault', () => {
  const mail = {
    to: 'kim@example.com',
    from: { name: 'Busker', address: 'tips@busker.test' },
    subject: 'Kim sent you $5.00',
    text: 'One\nTwo',
    html: '<p>One\nTwo</p>',
    messageId: 'channel1_e1@busker.test',
    headers: { 'List-Unsubscribe': '<https://busker.test/off/a.b>' },
  };

  describe('a header', () => {
    it('of one line may be sent', () => expect(headerFault(mail)).toBeNull());

    it.each([
      [{ subject: 'One\r\nBcc: a@b.example' }, 'Subject'],
      [{ subject: 'One\nTwo' }, 'Subject'],
      [{ to: 'kim@example.com\r\nBcc: a@b.example' }, 'To'],
      [{ from: { name: 'Bus\rker', address: 'tips@busker.test' } }, 'From'],
      [{ headers: { 'List-Unsubscribe': '<https://busker.test>\r\nBcc: a@b.example' } }, 'List-Unsubscribe'],
      [{ headers: { 'X\r\nBcc': 'a@b.example' } }, 'X\r\nBcc'],
      [{ messageId: 'a b@busker.test' }, 'Message-ID'],
      [{ messageId: 'a@b>@busker.test' }, 'Message-ID'],
    ])('%j is named', (given, name) => expect(headerFault({ ...mail, ...given })).toBe(name));
  });
});
