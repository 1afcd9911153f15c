import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { attributeNames } from './attribute-names';
import { readSettings } from './attributes';

const names = Object.values(attributeNames);
const reading = (given: Readonly<Record<string, string>>) => readSettings((name) => given[name] ?? null);

afterEach(() => vi.unstubAllGlobals());

describe('the attributes of the tag', () => {
  // Holds web-033.
  it.each(['', 'goal', 'true', 'yes', 'on', '1', 'off', 'false', 'no', '0', ' OFF ', 'False'])(
    'reads a bare attribute as on and every clear no as off: %s',
    (written) => {
      const isNo = /^(off|false|no|0)$/i.test(written.trim());
      expect(reading({ goal: written }).goal).toBe(!isNo);
      expect(reading({ tips: written, links: written })).toMatchObject({ tips: !isNo, links: !isNo });
    },
  );

  // Holds tag-009.
  it('have their defaults when absent, empty or only spaces', () => {
    const none = reading({});
    for (const space of ['', '  '])
      for (const name of names.filter((each) => each !== 'goal'))
        expect(reading({ [name]: space }), name).toEqual(none);
    expect(none).toMatchObject({ tips: true, links: true, pay: null, goal: null, wall: null });
  });

  // Holds tag-010.
  it('report unknown values and ignore them', () => {
    const { layout, theme, pay, misread } = reading({ layout: 'sidebar', theme: 'DARK ', pay: 'later' });
    expect({ layout, theme, pay }).toEqual({ layout: null, theme: 'dark', pay: null });
    expect(misread).toEqual([
      ['layout', 'sidebar'],
      ['pay', 'later'],
    ]);
  });

  it.each([
    ['accent', 'blurple', null],
    ['locale', 'de_', null],
    ['src', 'https://[', null],
    ['host', 'busker', null],
    ['amounts', 'five,10', 'five,10'],
    ['wall', 'lots', null],
  ] as const)('name what they do not understand: %s="%s"', (name, written, left) => {
    vi.stubGlobal('CSS', { supports: (_: string, colour: string) => colour !== 'blurple' });
    const settings = reading({ [name]: written });
    expect(settings[name]).toEqual(left);
    expect(settings.misread).toEqual([[name, written]]);
  });

  it('name nothing that they understand', () => {
    const settings = [
      reading({
        accent: 'rebeccapurple',
        locale: 'auto',
        src: 'ada.json',
        amounts: '3, 5.50;$10',
        wall: '6',
      }),
      reading({ accent: 'var(--brand)', locale: 'zh-Hant-TW', wall: '', amounts: '' }),
      ...['de_DE', 'de_DE.UTF-8', 'en-US@posix'].map((locale) => reading({ locale })),
    ];
    expect(settings.flatMap(({ misread }) => misread)).toEqual([]);
  });

  it('read any common notation of a handle, a host and a list of amounts', () => {
    expect(
      reading({ profile: ' @Ada ', host: 'https://busker.example/x/?y', amounts: '3, 5;10' }),
    ).toMatchObject({ profile: 'ada', host: 'https://busker.example', amounts: '3, 5;10' });
    expect(reading({ host: 'busker' }).host).toBeNull();
    expect(reading({ host: 'mailto:ada@example.com' }).host).toBeNull();
  });

  it('never throw, for any input', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string()), (given) => {
        const { wall, host, src } = reading(given);
        expect(wall === null || !Number.isNaN(wall)).toBe(true);
        expect(host === null || new URL(host).origin === host).toBe(true);
        expect(src === null || URL.canParse(src, document.baseURI)).toBe(true);
      }),
    );
  });
});
