import { expect, it } from 'vitest';
import { isSameChoice, isWhole, wholeExport, type ExportChoice } from './export-choice';

const whole = wholeExport('csv');

it('a choice leaves no tip out when it has no filter, however it is written', () => {
  const inBerlin: ExportChoice = { ...whole, separator: 'tab', zone: 'Europe/Berlin' };
  expect(isWhole(inBerlin)).toBe(true);
  for (const filter of [
    { state: 'paid' },
    { from: '2026-01-01' },
    { placement: 'footer' },
    { search: 'Zoe' },
  ] as const)
    expect(isWhole({ ...whole, ...filter })).toBe(false);
});

it('two choices are the same when every field is', () => {
  expect(isSameChoice(whole, wholeExport('csv'))).toBe(true);
  expect(isSameChoice(whole, { ...whole, decimal: 'comma' })).toBe(false);
});
