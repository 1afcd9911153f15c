import { expect, it } from 'vitest';
import { emails } from '../../core/testing/email-addresses';
import { isSendable } from './tip-form';

it.each(['', '  ', ...emails.map(([typed]) => typed)])('lets a fan send %j', (typed) => {
  expect(isSendable(typed)).toBe(true);
});

it.each([
  'zoe',
  'zoe@example',
  'zoe@example.com, kim@example.com',
  'Zoe <zoe@example.com>',
  '"zoe"@example.com',
])('says before sending that %j is no email address', (typed) => {
  expect(isSendable(typed)).toBe(false);
});
