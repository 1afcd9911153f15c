import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isInText,
  isTyping,
  nothingBegun,
  restMillis,
  strokeOf,
  withStroke,
  type KeyPress,
} from './command-palette';
import { keyNames, shortcuts } from './shortcuts';

describe('key strokes', () => {
  const press = (given: Partial<KeyPress>): KeyPress => ({
    key: 'k',
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    isComposing: false,
    repeat: false,
    ...given,
  });
  const known = shortcuts.map(({ keys }) => keys);

  describe('a key press', () => {
    test('is a chord with Ctrl, on Apple’s machines with ⌘', () => {
      expect(strokeOf(press({ ctrlKey: true }), false)).toBe('mod+k');
      expect(strokeOf(press({ metaKey: true }), true)).toBe('mod+k');
      expect(strokeOf(press({ metaKey: true }), false)).toBeNull();
      expect(strokeOf(press({ ctrlKey: true }), true)).toBeNull();
    });

    test('is another chord with Shift', () => {
      expect(strokeOf(press({ key: 'Z', ctrlKey: true, shiftKey: true }), false)).toBe('mod+shift+z');
      expect(strokeOf(press({ key: 'z', metaKey: true, shiftKey: true }), true)).toBe('mod+shift+z');
    });

    test('counts as the character that it types, whatever keys that needs', () => {
      expect(strokeOf(press({ key: '?', shiftKey: true }), false)).toBe('?');
      expect(strokeOf(press({ key: '/', shiftKey: true }), false)).toBe('/');
      expect(strokeOf(press({ key: 'G' }), false)).toBe('g');
    });

    test.each([
      { key: 'g', shiftKey: true },
      { key: 'g', altKey: true },
      { key: 'g', isComposing: true },
      { key: 'g', repeat: true },
      { key: 'Escape' },
      { key: 'Process' },
    ])('is no shortcut: %o', (given) => {
      expect(strokeOf(press(given), false)).toBeNull();
    });
  });

  describe('strokes', () => {
    const after = (strokes: readonly (readonly [string, number])[]) =>
      strokes.reduce<{ begun: typeof nothingBegun; hits: string[] }>(
        ({ begun, hits }, [stroke, at]) => {
          const next = withStroke(begun, stroke, at, known);
          return { begun: next.begun, hits: next.hit ? [...hits, next.hit] : hits };
        },
        { begun: nothingBegun, hits: [] },
      ).hits;

    test('form a sequence when they follow each other quickly', () => {
      expect(
        after([
          ['g', 1000],
          ['t', 1400],
        ]),
      ).toEqual(['g t']);
      expect(
        after([
          ['g', 1000],
          ['t', 1000 + restMillis + 1],
        ]),
      ).toEqual([]);
    });

    test('that match nothing may start another shortcut', () => {
      expect(
        after([
          ['g', 1],
          ['g', 2],
          ['p', 3],
        ]),
      ).toEqual(['g p']);
      expect(
        after([
          ['g', 1],
          ['?', 2],
        ]),
      ).toEqual(['?']);
    });

    test('after a pause trigger every shortcut of the table, whatever came before', () => {
      const noise = fc.array(fc.constantFrom('g', 'p', '?', 'x', '/', 'mod+k'), { maxLength: 8 });
      fc.assert(
        fc.property(noise, fc.constantFrom(...known), (before, wanted) => {
          const later = 1_000_000;
          const strokes = [
            ...before.map((stroke, at) => [stroke, at] as const),
            ...wanted.split(' ').map((stroke, at) => [stroke, later + at] as const),
          ];
          expect(after(strokes).at(-1)).toBe(wanted);
        }),
      );
    });
  });

  test('no shortcut is the beginning of another one or occurs twice', () => {
    expect(new Set(known).size).toBe(known.length);
    const hidden = known.filter((keys) => known.some((other) => keys.startsWith(`${other} `)));
    expect(hidden).toEqual([]);
  });

  test('names keys as printed on the keyboard', () => {
    expect(keyNames('mod+k', true)).toEqual([['⌘', 'K']]);
    expect(keyNames('mod+k', false)).toEqual([['Ctrl', 'K']]);
    expect(keyNames('g t', false)).toEqual([['G'], ['T']]);
  });

  // Holds dash-099.
  test('treats keys in a text field as text, also in a shadow root', () => {
    const host = document.createElement('div');
    const field = document.createElement('input');
    host.attachShadow({ mode: 'open' }).append(field);
    document.body.append(host);
    expect(isTyping([field, host, document.body])).toBe(true);
    const area = document.createElement('p');
    area.setAttribute('contenteditable', 'true');
    expect(isTyping([area])).toBe(true);
    expect(isTyping([document.createElement('button'), document.body, document, window])).toBe(false);
  });

  test.each([
    ['<input>', true],
    ['<input type="date">', true],
    ['<textarea></textarea>', true],
    ['<p contenteditable="true"></p>', true],
    ['<input type="checkbox">', false],
    ['<input type="radio">', false],
    ['<input type="range">', false],
    ['<button></button>', false],
  ])('%s undoes its own typing: %s', (html, own) => {
    const around = document.createElement('div');
    around.innerHTML = html;
    expect(isInText([...around.children, around, document.body, document, window])).toBe(own);
  });
});
