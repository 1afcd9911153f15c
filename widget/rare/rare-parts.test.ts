import { describe, expect, it, vi } from 'vitest';
import { attributeNames } from '../attributes/attribute-names';
import { readSettings } from '../attributes/attributes';
import { tellMisread } from './rare-parts';

describe('tell misread', () => {
  it('says for every attribute that is not understood what is written there and what to write, once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.stubGlobal('CSS', { supports: () => false });
    const names = Object.values(attributeNames);
    const { misread } = readSettings((name) => (names.includes(name) ? '[' : null));
    tellMisread(misread);
    tellMisread(misread);
    expect(warn.mock.calls.flat()).toEqual(
      ['amounts', 'host', 'layout', 'theme', 'accent', 'locale', 'consent', 'pay', 'return', 'wall'].map(
        (name) =>
          expect.stringMatching(
            new RegExp(`^<busker-card>: ${name}="\\[" is not understood\\. Write (?!something).+\\.$`),
          ),
      ),
    );
  });
});
