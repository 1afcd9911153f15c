import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statementDescriptor } from './payments';

describe('statement descriptor', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['  Ada \n  Lovelace ', 'Ada Lovelace'],
    ['ada_99', 'ada_99'],
    ['Ada & Grace, Ltd.', 'Ada & Grace, Ltd.'],
    ['A'.repeat(22), 'A'.repeat(22)],
  ])('%j becomes %j', (name, expected) => expect(statementDescriptor(name)).toBe(expected));

  it.each([
    ['too short', 'Ada'],
    ['too long', 'A'.repeat(23)],
    ['without a letter', '12345'],
    ['with an apostrophe', "Ada's Songs"],
    ['with a star', 'Ada*Songs'],
    ['with a backslash', 'Ada\\Songs'],
    ['in other letters', 'エイダ・ラブレス'],
    ['with an accent', 'Zoë Müller'],
    ['with an emoji', 'Ada 🎸 Songs'],
  ])('a name %s is left out', (_, name) => expect(statementDescriptor(name)).toBeNull());

  // Holds pay-194.
  it('never gives a text that Stripe refuses', () => {
    const names = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.stringMatching(/^[A-Za-z0-9 <>\\'"*&.,é-]{0,30}$/),
    );
    fc.assert(
      fc.property(names, (name) => {
        const text = statementDescriptor(name);
        if (text === null) return true;
        return /^(?=.*[A-Za-z])[ -~]{5,22}$/.test(text) && !/[<>\\'"*]/.test(text) && text.trim() === text;
      }),
    );
  });
});
