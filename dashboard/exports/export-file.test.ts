import { describe, expect, test } from 'vitest';
import { regionalLocale, tableWith, usualTable } from './export-file';

describe('table style', () => {
  test.each([
    ['en', 'comma', 'point'],
    ['en-US', 'comma', 'point'],
    ['de', 'semicolon', 'comma'],
    ['es', 'semicolon', 'comma'],
    ['es-MX', 'comma', 'point'],
    ['de-CH', 'semicolon', 'point'],
    ['fr-CA', 'semicolon', 'comma'],
    ['ja', 'comma', 'point'],
  ])('a table in %s is separated by a %s and has a decimal %s', (locale, separator, decimal) => {
    expect(usualTable(locale)).toEqual({ separator, decimal });
  });

  test('the decimal sign fits the chosen separator', () => {
    expect(tableWith('comma', 'de')).toEqual({ separator: 'comma', decimal: 'point' });
    expect(tableWith('semicolon', 'en')).toEqual({ separator: 'semicolon', decimal: 'comma' });
    expect(tableWith('semicolon', 'de-CH')).toEqual({ separator: 'semicolon', decimal: 'point' });
    expect([tableWith('tab', 'de').decimal, tableWith('tab', 'en').decimal]).toEqual(['comma', 'point']);
  });

  test('the browser names the country of the dashboard’s language', () => {
    expect(regionalLocale('de', ['en-US', 'de-CH', 'de'])).toBe('de-CH');
    expect(regionalLocale('es', ['en-US', 'de-CH'])).toBe('es');
    expect(regionalLocale('en', ['en-US@posix', 'en-GB'])).toBe('en-GB');
  });
});
