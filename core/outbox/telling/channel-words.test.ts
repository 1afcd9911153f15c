import { expect, test } from 'vitest';
import { shippedLanguages } from '../../base/language-tags';
import { codeWords, footerWords, testWords } from './channel-words';

test.each(shippedLanguages)('the code, the test and the footer have whole sentences in %s', (language) => {
  const words = [
    codeWords(language).title,
    codeWords(language).text,
    testWords(language, 'https://busker.example').text,
    ...(['each', 'daily', 'weekly'] as const).map((mode) => footerWords(language, mode).reason),
    ...Object.values(footerWords(language, 'each')),
  ];
  for (const text of words) expect(text).toMatch(/^[^{}#]+$/);
});

test('a mail says how often it comes, in the language of its owner', () => {
  expect(footerWords('en', 'each').reason).toBe('You get this for each tip, at most every ten minutes.');
  expect(footerWords('en', 'daily')).toMatchObject({ reason: 'You get this once a day.', open: 'Open it' });
  expect(footerWords('en', 'weekly')).toMatchObject({ change: 'Change it', switchOff: 'Switch it off' });
  expect(footerWords('de-AT', 'weekly').reason).toBe('Du bekommst diese E-Mail einmal in der Woche.');
});

test('a test leads to the page with the channels', () => {
  expect(testWords('en', 'https://busker.example').url).toBe('https://busker.example/notifications');
});
