import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSealedText, sealText } from './signed-token';

describe('sealed text', () => {
  const secrets = ['a secret of at least thirty-two bytes', 'an older secret of thirty-two bytes'];

  it('opens a sealed text, also with a rotated secret', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const sealed = sealText(secrets.slice(1), 'tip', text);
        expect(openSealedText(secrets, 'tip', sealed)).toBe(text);
      }),
    );
  });

  it('does not open a text for another purpose, with another secret, or after a change', () => {
    const sealed = sealText(secrets, 'tip', 'pi_1_secret_2');
    expect(openSealedText(secrets, 'other', sealed)).toBeUndefined();
    expect(openSealedText(['another secret of thirty-two bytes!!'], 'tip', sealed)).toBeUndefined();
    // The last letters may be the same by chance, so one is exchanged for another.
    const other = sealed.at(-5) === 'A' ? 'B' : 'A';
    expect(
      openSealedText(secrets, 'tip', `${sealed.slice(0, -5)}${other}${sealed.slice(-4)}`),
    ).toBeUndefined();
    expect(openSealedText(secrets, 'tip', '')).toBeUndefined();
  });

  it('hides the text, and whether two texts are equal', () => {
    const [one, other] = [
      sealText(secrets, 'tip', 'pi_1_secret_2'),
      sealText(secrets, 'tip', 'pi_1_secret_2'),
    ];
    expect(one).not.toBe(other);
    expect(Buffer.from(one, 'base64url').toString()).not.toContain('secret');
  });
});
