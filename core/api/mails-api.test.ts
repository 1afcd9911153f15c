import * as v from 'valibot';
import { expect, it } from 'vitest';
import { mailAnswer, mailBody, mailsAnswer } from './mails-api';

it('a mail can be recorded as sent, and not as unsent', () => {
  expect(v.parse(mailBody, { sent: true })).toEqual(v.parse(mailAnswer, { sent: true }));
  expect(v.safeParse(mailBody, { sent: false }).success).toBe(false);
});

it('the list of mails says who sends them', () => {
  const list = { role: 'admin', sender: 'none', mails: [] };
  expect(v.safeParse(mailsAnswer, list).success).toBe(true);
  expect(v.safeParse(mailsAnswer, { ...list, sender: 'pigeon' }).success).toBe(false);
});
