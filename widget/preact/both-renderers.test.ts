import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { build, type AliasOptions, type Plugin } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runs } from '@busker/core/testing/runs';
import type { Step, WalkedCard } from '../testing/walked-card';

const walks = runs(500);

// Bundles the card twice, and walks through it hundreds of times. A limit of its own replaces the one of the command line, so it grows with the walks.
vi.setConfig({ testTimeout: walks * 6_000 });

const here = import.meta.dirname;
/** What the builds make of the JSON files. */
const textsPlugin = pathToFileURL(join(here, '../../scripts/rollup/messages.mjs')).href;
interface Side {
  readonly walkedCard: () => Promise<WalkedCard>;
}

/** The same files, with the alias of scripts/rollup/programs.mjs or without. */
async function bundle(name: string, alias: AliasOptions, folder: string): Promise<Side> {
  const { messages } = (await import(/* @vite-ignore */ textsPlugin)) as { messages: () => Plugin };
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [messages()],
    // The development build of React has `act`.
    define: { 'process.env.NODE_ENV': '"development"', 'process.env.BUSKER_VERSION': '"walk"' },
    resolve: { alias },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: join(folder, name),
      minify: false,
      target: 'es2022',
      lib: { entry: join(here, '../testing/walked-card.tsx'), formats: ['es'], fileName: () => 'card.mjs' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  return (await import(/* @vite-ignore */ pathToFileURL(join(folder, name, 'card.mjs')).href)) as Side;
}

const preactForReact = [
  { find: /^\.\.\/preact\/act$/, replacement: 'preact/test-utils' },
  { find: /^react$/, replacement: join(here, 'react.ts') },
  { find: /^react-dom\/client$/, replacement: join(here, 'react-dom-client.ts') },
  { find: /^react\/jsx-runtime$/, replacement: join(here, 'jsx-runtime.ts') },
];

let folder = '';
let sides: readonly Side[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(here, '../../node_modules/.both-renderers-'));
  sides = [await bundle('react', [], folder), await bundle('preact', preactForReact, folder)];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// The tab for the hosted page would ask for it.
vi.stubGlobal('open', () => ({ location: {}, close: () => undefined }));

/** What a fan sees and reads: elements, texts, what is entered, what is on. How a renderer spells an attribute is its own matter. */
function drawn(node: Node): unknown {
  if (node instanceof Text) return node.data;
  if (!(node instanceof HTMLElement || node instanceof SVGElement)) return null;
  const input = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? node : null;
  const words = [
    'class',
    'part',
    'role',
    'lang',
    'dir',
    'href',
    'rel',
    'target',
    'type',
    'for',
    'd',
    'src',
    'alt',
    'inputmode',
    'autocomplete',
    'hidden',
    'disabled',
    'required',
  ];
  return {
    is: node.tagName.toLowerCase(),
    ...Object.fromEntries(
      words.flatMap((name) => {
        const value = node.getAttribute(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
    aria: [...node.attributes]
      .filter(({ name }) => name.startsWith('aria-'))
      .map(({ name, value }) => `${name}=${value}`)
      .toSorted(),
    style: (node.getAttribute('style') ?? '')
      .split(';')
      .map((part) => part.trim().replace(/:\s*/, ': '))
      .filter(Boolean)
      .toSorted(),
    ...(input && { value: input.value, checked: 'checked' in input && input.checked }),
    // Preact has a text node for '', and React writes a field's text into it as its first value, too.
    holds:
      node instanceof HTMLTextAreaElement
        ? []
        : [...node.childNodes].map(drawn).filter((part) => part !== ''),
  };
}

/** The focused element, by its place in the card. */
const focusOf = (shadow: ShadowRoot): number =>
  shadow.activeElement ? [...shadow.querySelectorAll('*')].indexOf(shadow.activeElement) : -1;

const place = fc.nat({ max: 40 });
const link = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  label: fc.constantFrom('Notes', 'Songs', 'مرحبا', ''),
  url: fc.constantFrom(
    'https://instagram.com/ada',
    'https://ada.example/',
    'javascript:alert(1)',
    'mailto:a@b.example',
  ),
  group: fc.constantFrom(null, 'Music', 'Words'),
  verified: fc.boolean(),
  icon: fc.constant(null),
  picture: fc.constantFrom(null, '/img/a'),
  platform: fc.constantFrom(null, 'instagram'),
});
const profile = fc.record(
  {
    name: fc.constantFrom('Ada', 'Grace Hopper', ' '),
    bio: fc.constantFrom('', 'One line', 'Two\nlines'),
    picture: fc.constantFrom(null, '/img/portrait'),
    links: fc.uniqueArray(link, { selector: ({ id }) => id, maxLength: 4 }),
    handle: fc.constantFrom('ada', 'grace'),
  },
  { requiredKeys: [] },
);
const set = (name: string, ...values: (string | null)[]) =>
  fc.record({ do: fc.constant('set'), name: fc.constant(name), value: fc.constantFrom(null, ...values) });
const step = fc.oneof(
  { weight: 2, arbitrary: set('theme', 'dark', 'light') },
  { weight: 2, arbitrary: set('layout', 'links', 'button') },
  { weight: 1, arbitrary: set('tips', 'off', 'top', 'sticky') },
  { weight: 1, arbitrary: set('links', 'off') },
  { weight: 1, arbitrary: set('accent', 'red') },
  { weight: 1, arbitrary: set('locale', 'de', 'ar', 'sv') },
  { weight: 1, arbitrary: set('amounts', '3,5', '7') },
  { weight: 1, arbitrary: set('consent', 'wait') },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('publish'), profile }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('open', 'open', 'close', 'consent', 'refuse tips', 'follow no links'),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constantFrom('press', 'press', 'focus', 'hover'), at: place }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('type'),
      at: place,
      text: fc.constantFrom('', '5', '12.50', 'Hi', '12345678'),
    }),
  },
) as fc.Arbitrary<Step>;

/** Ids are random. */
const named = (log: readonly string[]) =>
  log.map((line) => line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'an id'));

describe('the card under React DOM and under Preact', () => {
  // Holds tag-069.
  it('shows the same, has the same focus, and does the same in the same order, whatever a fan and a page do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const cards = [];
        const told: unknown[][] = [];
        for (const side of sides) {
          // An unfinished tip of an earlier walk would be told to the first of the two alone.
          sessionStorage.clear();
          const card = await side.walkedCard();
          const seen: unknown[] = [];
          const look = () =>
            seen.push({ shows: [...card.shadow.childNodes].map(drawn), focus: focusOf(card.shadow) });
          look();
          for (const next of steps) {
            await card.step(next);
            look();
          }
          await card.end();
          seen.push(card.shadow.childElementCount, named(card.log));
          told.push(seen);
          cards.push(card);
        }
        expect(JSON.stringify(told[1], null, 1)).toBe(JSON.stringify(told[0], null, 1));
      }),
      { numRuns: walks },
    );
  });
});
