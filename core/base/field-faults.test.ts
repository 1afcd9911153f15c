import { expect, test } from 'vitest';
import { fault, faultSentence, readFault } from './field-faults';
import { parsePublishableDraft } from '../profile/draft';
import { fakeDraft, instagramLink } from '../testing/fakes';
import { faultsOf } from './result';

test('a fault and its number become one word and can be read back', () => {
  expect(fault('too-long', 60)).toBe('too-long:60');
  expect(readFault('too-long:60')).toEqual({ code: 'too-long', max: 60, word: null });
  expect(readFault('url-scheme:sms')).toEqual({ code: 'url-scheme', max: null, word: 'sms' });
  expect(readFault('url-scheme')).toEqual({ code: 'url-scheme', max: null, word: '' });
  expect(readFault('url-missing')).toEqual({ code: 'url-missing', max: null, word: null });
  expect(readFault(fault('url-scheme', 'sms'))).toEqual({ code: 'url-scheme', max: null, word: 'sms' });
  expect(readFault('url-scheme')).toEqual({ code: 'url-scheme', max: null, word: '' });
  expect(faultSentence(fault('url-scheme', 'sms'))).toMatch(/^Addresses that start with sms: open/);
  expect(readFault('Enter a web address.')).toBeNull();
  expect(readFault('toString')).toBeNull();
});

test('a fault becomes an English sentence with its number; any other text is unchanged', () => {
  expect(faultSentence(fault('too-long', 60))).toBe('Keep this to 60 characters.');
  expect(faultSentence('Invalid type')).toBe('Invalid type');
});

test('a problem has each refused field twice: with a sentence for developers, with a fault for other languages', () => {
  const parsed = parsePublishableDraft(
    fakeDraft({ name: ' ', links: { k1: { ...instagramLink, label: 'x'.repeat(61) } } }),
  );
  expect(!parsed.ok && parsed.problem).toMatchObject({
    fields: { name: 'Tell people who you are.', 'links.k1.label': 'Keep this to 60 characters.' },
    faults: { name: 'name-missing', 'links.k1.label': 'too-long:60' },
  });
});

test('a field with an unknown fault is reported as `other`', () => {
  expect(
    faultsOf({ fields: { name: 'Invalid type', bio: 'Too long' }, faults: { bio: 'too-long:3' } }),
  ).toEqual({
    name: 'other',
    bio: 'too-long:3',
  });
  expect(faultsOf({})).toEqual({});
});
