import * as v from 'valibot';
import { expect, it } from 'vitest';
import { cardLast4, stripeAddress } from './declared-withdrawal';

it.each(['4242', ' 4242 ', '٤٢٤٢', '۴۲۴۲', '４２４２'])('reads %j as the digits of a card', (typed) => {
  expect(v.parse(cardLast4, typed)).toBe('4242');
});

it.each(['0000', '٠٩٠٩', '０９０９'])('reads the first and the last digit of each script in %j', (typed) => {
  expect(v.parse(cardLast4, typed)).toMatch(/^0[09]0[09]$/);
});

it.each(['', '424', '42424', '42 42', '424a', '-424', '4.24'])('refuses %j', (typed) => {
  expect(v.safeParse(cardLast4, typed).success).toBe(false);
});

it('keeps the capital letters of an address, and not the space around it', () => {
  expect(v.parse(stripeAddress, ' Zoe@Fans.Example ')).toBe('Zoe@Fans.Example');
});
