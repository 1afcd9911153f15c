import { expect, it } from 'vitest';
import { withoutFormula } from './formula-cells';

it.each(['5.00', '-5.00', '-5,00', '1,234', 'Great ;-)', 'a, b; c', 'one\ntwo', 'It was 5,-', 'a@b.example'])(
  'leaves %j as it is',
  (cell) => expect(withoutFormula(cell)).toBe(cell),
);

it.each([
  ['=1', "'=1"],
  ['-1,5.2', "'-1,5.2"],
  ['ok;=HYPERLINK("x")', 'ok;\'=HYPERLINK("x")'],
  ['ok\t@SUM(1)', "ok\t'@SUM(1)"],
  ['ok;"=cmd|x!A0', 'ok;"\'=cmd|x!A0'],
  ['ok,\n+cmd|x!A0', "ok,\n'+cmd|x!A0"],
])('makes text of %j', (cell, text) => expect(withoutFormula(cell)).toBe(text));
