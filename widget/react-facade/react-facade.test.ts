import fc from 'fast-check';
import * as React from 'react';
import { createRoot as createReactRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';
import * as facade from './react';
import { createRoot } from './reconcile';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** What both sides offer; the trees of this file are built with either. */
type Library = Pick<
  typeof facade,
  'createElement' | 'Fragment' | 'useEffect' | 'useLayoutEffect' | 'useState'
>;
const react = React as unknown as Library;

type Sketch =
  | string
  | number
  | boolean
  | null
  | readonly Sketch[]
  | {
      readonly tag: Tag;
      readonly key?: string;
      readonly props: Record<string, unknown>;
      readonly children: readonly Sketch[];
    };
type Tag = 'div' | 'section' | 'span' | 'svg' | 'fragment' | 'Twice' | 'Effects';

interface Side {
  readonly library: Library;
  readonly container: HTMLElement;
  readonly render: (tree: unknown) => Promise<void>;
  readonly log: string[];
}

/** Components that draw their children twice, and that write down what their effects do. */
function components({ library, log }: Pick<Side, 'library' | 'log'>) {
  const { createElement, useEffect, useLayoutEffect } = library;
  const Twice = (props: Record<string, unknown>) => [
    createElement('b', { key: 'b' }, 'twice'),
    createElement(library.Fragment, { key: 'f' }, props['children']),
  ];
  const Effects = (props: Record<string, unknown>) => {
    const name = (props['title'] as string | undefined) ?? 'none';
    const effect = (kind: string) => () => {
      log.push(`${kind} ${name}`);
      return () => void log.push(`${kind} ${name} ends`);
    };
    useLayoutEffect(effect('layout'), [name]);
    useEffect(effect('passive'), [name]);
    return createElement('i', { title: name }, props['children']);
  };
  return { Twice, Effects };
}

function build(sketch: Sketch, library: Library, own: ReturnType<typeof components>): unknown {
  if (Array.isArray(sketch)) return (sketch as readonly Sketch[]).map((part) => build(part, library, own));
  if (typeof sketch !== 'object' || sketch === null) return sketch;
  const { tag, key, props, children } = sketch as Exclude<
    Sketch,
    readonly Sketch[] | string | number | boolean | null
  >;
  const type = tag === 'fragment' ? library.Fragment : tag === 'Twice' || tag === 'Effects' ? own[tag] : tag;
  const given = { ...(tag === 'fragment' ? {} : props), ...(key === undefined ? {} : { key }) };
  return library.createElement(type, given, ...children.map((child) => build(child, library, own)));
}

function sides(): readonly [Side, Side] {
  const [one, two] = [document.createElement('div'), document.createElement('div')];
  const reactRoot = createReactRoot(one);
  const ownRoot = createRoot(two);
  return [
    {
      library: react,
      container: one,
      log: [],
      render: (tree) => React.act(async () => reactRoot.render(tree as React.ReactNode)),
    },
    {
      library: facade,
      container: two,
      log: [],
      render: async (tree) => {
        ownRoot.render(tree);
        await Promise.resolve();
      },
    },
  ];
}

/** Numbers every element that has no number yet, and says the numbers in order: which elements were kept, and where they went. */
function census(container: HTMLElement, numbers: Map<Element, number>): string {
  return Array.from(container.querySelectorAll('*'), (element) => {
    if (!numbers.has(element)) numbers.set(element, numbers.size);
    return numbers.get(element);
  }).join();
}

/** Markup with the attributes in one order: in which they were set is nobody's business. */
function drawn(node: Node): string {
  if (!(node instanceof Element)) return `"${node.textContent}"`;
  const attributes = Array.from(node.attributes, ({ name, value }) => `${name}=${value}`);
  const shown = attributes.filter((attribute) => attribute !== 'style=').toSorted();
  return `<${node.tagName} ${shown.join(' ')}>${Array.from(node.childNodes, drawn).join('')}</>`;
}

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
const tags = fc.constantFrom<Tag>('div', 'section', 'span', 'svg', 'fragment', 'Twice', 'Effects');
const { tree } = fc.letrec<{ tree: Sketch }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({ tag: tags, props, children: fc.array(tie('tree'), { maxLength: 4 }) }),
    // Brothers with keys, in any order: what moves must be the same elements on both sides.
    fc.shuffledSubarray(['k1', 'k2', 'k3', 'k4', 'k5']).chain((keys) =>
      fc.record({
        tag: fc.constant<Tag>('div'),
        props,
        children: fc
          .tuple(
            ...keys.map((key) =>
              fc.record({
                tag: tags,
                key: fc.constant(key),
                props,
                children: fc.array(leaf, { maxLength: 2 }),
              }),
            ),
          )
          .map((list) => [list as readonly Sketch[]]),
      }),
    ),
  ),
}));

/**
 * Runs in their order, layout effects apart from the others. Of clean-ups only which: React goes through all that it removed first, which
 * no component can rely on.
 */
const effects = (log: readonly string[]) => [
  ...['layout', 'passive'].map((kind) =>
    log.filter((line) => line.startsWith(kind) && !line.endsWith('ends')),
  ),
  log.filter((line) => line.endsWith('ends')).toSorted(),
];

const sketch = (tag: Tag, ...children: readonly Sketch[]): Sketch => ({ tag, props: {}, children });
const pieces: readonly Sketch[] = ['text', sketch('div')];
/** Fragments as only children, which chance finds rarely: the first stands for what is in it, the second within it for itself. */
const onlyFragments: [Sketch[]][] = [
  [[sketch('section', sketch('fragment', ...pieces)), sketch('section', ...pieces)]],
  [[sketch('fragment', sketch('fragment', sketch('div'))), sketch('div')]],
];

describe('the small renderer', () => {
  // Holds tag-069.
  it('draws what React draws, keeps the elements that React keeps, and runs effects in its order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 5 }), async (sketches) => {
        const pair = sides();
        const counts = pair.map(() => new Map<Element, number>());
        for (const sketch of sketches) {
          for (const side of pair) await side.render(build(sketch, side.library, components(side)));
          const [one, two] = pair;
          expect(drawn(two.container)).toBe(drawn(one.container));
          const [first, second] = pair.map((side, at) => census(side.container, counts[at] ?? new Map()));
          expect(second).toBe(first);
          expect(effects(two.log)).toEqual(effects(one.log));
        }
        for (const side of pair) await side.render(null);
        expect(effects(pair[1].log)).toEqual(effects(pair[0].log));
        expect(pair[1].container.innerHTML).toBe('');
      }),
      { numRuns: 500, examples: onlyFragments },
    );
  });

  /** As browsers' translators do. */
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
      const own = components(side);
      await side.render(build(first, side.library, own));
      translate(side.container);
      await side.render(build(second, side.library, own));
      expect(side.container.textContent).toBe(expected);
    }
  });

  it('drops a translation whose text has changed or gone, where React shows both or fails', async () => {
    const [, own] = sides();
    const show = (...children: readonly Sketch[]) =>
      own.render(build(sketch('div', ...children), own.library, components(own)));
    await show('5', ' left', sketch('span', 'x'));
    translate(own.container);
    await show('4', ' left', sketch('span', 'x'));
    expect(own.container.textContent).toBe('4 left<x>');
    translate(own.container);
    await show(null, null, sketch('span', 'x'));
    expect(own.container.textContent).toBe('<<x>>');
  });
});
