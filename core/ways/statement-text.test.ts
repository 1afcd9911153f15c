import { expect, it } from 'vitest';
import { statementText } from './statement-text';

it.each([
  ['cashapp', 'CashApp*…'],
  ['pix', 'Ebanx'],
  ['swish', 'Stripe'],
  ['mb_way', 'Stripe'],
  ['card', null],
  ['ideal', null],
  ['sepa_debit', null],
  [null, null],
])('a payment by %s is on the statement as %s', (type, text) => expect(statementText(type)).toBe(text));
