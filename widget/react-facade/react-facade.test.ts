import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moments, sides, type Sketch, type Tag } from './both-renderers';
import { runs } from '../../core/testing/runs';

const props = fc.record(
  {
    className: fc.constantFrom('a', 'b c'),
    title: fc.constantFrom('one', 'two', 'three'),
    hidden: fc.boolean(),
    'aria-label': fc.constantFrom('x', undefined),
    'aria-busy': fc.boolean(),
    tabIndex: fc.constantFrom(-1, 0),
    style: fc.constantFrom({ color: 'red' }, { '--own': '1px' }, undefined),
  },
  { requiredKeys: [] },
);
const leaf: fc.Arbitrary<Sketch> = fc.constantFrom<Sketch>('text', 'other', 7, 0, null, true, false);
const throws: fc.Arbitrary<Sketch> = fc.record({
  tag: fc.constant<Tag>('Throws'),
  props: fc.record({ title: fc.constantFrom('never', ...moments) }),
  children: fc.constant(['text']),
});
const tags = fc.constantFrom<Tag>('div', 'section', 'span', 'svg', 'fragment', 'Twice', 'Effects');
/** Siblings with keys, in any order: the same elements must move on both sides. */
const keyed = fc.shuffledSubarray(['k1', 'k2', 'k3', 'k4', 'k5']).chain((keys) =>
  fc.record({
    tag: fc.constant<Tag>('div'),
    props,
    children: fc
      .tuple(
        ...keys.map((key) =>
          fc.record({ tag: tags, key: fc.constant(key), props, children: fc.array(leaf, { maxLength: 2 }) }),
        ),
      )
      .map((list) => [list as readonly Sketch[]]),
  }),
);
const { tree } = fc.letrec<{ tree: Sketch }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 8, arbitrary: leaf },
    { weight: 1, arbitrary: throws },
    {
      weight: 8,
      arbitrary: fc.record({ tag: tags, props, children: fc.array(tie('tree'), { maxLength: 4 }) }),
    },
    { weight: 8, arbitrary: keyed },
  ),
}));

/** Gives each new element a number and lists all numbers in document order, which shows the elements that stayed or moved. */
function census(container: HTMLElement, numbers: Map<Element, number>): string {
  return Array.from(container.querySelectorAll('*'), (element) => {
    if (!numbers.has(element)) numbers.set(element, numbers.size);
    return numbers.get(element);
  }).join();
}

/** Markup with sorted attributes. */
function drawn(node: Node): string {
  if (!(node instanceof Element)) return `"${node.textContent}"`;
  const attributes = Array.from(node.attributes, ({ name, value }) => `${name}=${value}`);
  const shown = attributes.filter((attribute) => attribute !== 'style=').toSorted();
  return `<${node.tagName} ${shown.join(' ')}>${Array.from(node.childNodes, drawn).join('')}</>`;
}

/**
 * Effects in order, layout and passive apart. Clean-ups are sorted: React runs those of removed components first, and no component may rely on it.
 */
const effects = (log: readonly string[]) => [
  ...['layout', 'passive'].map((kind) =>
    log.filter((line) => line.startsWith(kind) && !line.endsWith('ends')),
  ),
  log.filter((line) => line.endsWith('ends')).toSorted(),
];

const sketch = (tag: Tag, ...children: readonly Sketch[]): Sketch => ({ tag, props: {}, children });
const pieces: readonly Sketch[] = ['text', sketch('div')];
/** Fragments as only children, which random trees rarely have. React unwraps the first, but not a fragment within it. */
const onlyFragments: [Sketch[]][] = [
  [[sketch('section', sketch('fragment', ...pieces)), sketch('section', ...pieces)]],
  [[sketch('fragment', sketch('fragment', sketch('div'))), sketch('div')]],
];

describe('the small renderer', () => {
  // Holds tag-069.
  it('renders what React renders, keeps the elements that React keeps, and runs effects in its order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 5 }), async (sketches) => {
        const pair = sides();
        const counts = pair.map(() => new Map<Element, number>());
        for (const sketch of sketches) {
          for (const side of pair) await side.render(sketch);
          const [one, two] = pair;
          expect(drawn(two.container)).toBe(drawn(one.container));
          const [first, second] = pair.map((side, at) => census(side.container, counts[at] ?? new Map()));
          expect(second).toBe(first);
          expect(effects(two.log)).toEqual(effects(one.log));
          expect(two.errors.toSorted()).toEqual(one.errors.toSorted());
        }
        for (const side of pair) await side.render(null);
        expect(effects(pair[1].log)).toEqual(effects(pair[0].log));
        expect(pair[1].container.innerHTML).toBe('');
      }),
      { numRuns: runs(500), examples: onlyFragments },
    );
  });

  it.each(moments)('has the tree that React has after an error in: %s', async (moment) => {
    const stays: Sketch = { tag: 'Effects', props: { title: 'stays' }, children: ['text'] };
    const throwing: Sketch = { tag: 'Throws', props: { title: moment }, children: ['text'] };
    const [react, own] = sides();
    for (const shown of [stays, { tag: 'div', props: {}, children: [stays, throwing] } as const, stays]) {
      for (const side of [react, own]) {
        await side.render(shown);
        await side.press();
      }
      expect(drawn(own.container)).toBe(drawn(react.container));
      expect(effects(own.log)).toEqual(effects(react.log));
      expect(own.errors).toEqual(react.errors);
    }
    expect(own.errors).toEqual([moment]);
  });

  /** Replaces texts as translators of browsers do. */
  const translate = (container: HTMLElement) => {
    const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const font = document.createElement('font');
      font.textContent = `<${text.data}>`;
      text.replaceWith(font);
    }
  };

  it.each<[string, Sketch, Sketch, string]>([
    ['keeps a translation while its text is the same', sketch('div', 'a'), sketch('div', 'a'), '<a>'],
    ['replaces a translation with the next text', sketch('div', 'a'), sketch('div', 'b'), 'b'],
    ['replaces a translation with an element', sketch('div', 'a'), sketch('div', sketch('span', 'b')), 'b'],
  ])('%s, as React does', async (_title, first, second, expected) => {
    for (const side of sides()) {
      await side.render(first);
      translate(side.container);
      await side.render(second);
      expect(side.container.textContent).toBe(expected);
    }
  });

  it('drops a translation whose text has changed or gone, unlike React, which shows both or fails', async () => {
    const [, own] = sides();
    const show = (...children: readonly Sketch[]) => own.render(sketch('div', ...children));
    await show('5', ' left', sketch('span', 'x'));
    translate(own.container);
    await show('4', ' left', sketch('span', 'x'));
    expect(own.container.textContent).toBe('4 left<x>');
    translate(own.container);
    await show(null, null, sketch('span', 'x'));
    expect(own.container.textContent).toBe('<<x>>');
  });
});
