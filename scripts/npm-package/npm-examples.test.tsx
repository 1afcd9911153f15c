// @vitest-environment happy-dom
import { createRequire } from 'node:module';
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attributeNames, type AttributeName } from '@busker/widget/attributes/attribute-names';
import { readSettings } from '@busker/widget/attributes/attributes';
import * as npmReact from '@busker/widget/npm-react';
import type { BuskerCardElement } from '@busker/widget/npm-react';
import {
  events,
  exampleModule,
  examples,
  fieldsOf,
  methods,
  readmeComponent,
  readmePage,
  tagOf,
  type Example,
} from './testing/npm-examples';
import { npmName } from '@busker/widget/npm-files';

// npm-package.test.ts compiles the same module.

interface Examples {
  readonly components: readonly ReactElement[];
  readonly tags: readonly ReactElement[];
  readonly assignments: readonly ((card: HTMLElement) => void)[];
  readonly read: (card: HTMLElement) => readonly unknown[];
  readonly listen: (card: HTMLElement, heard: (name: string, detail: readonly unknown[]) => void) => void;
  readonly methodsOf: (card: HTMLElement) => Readonly<Record<string, unknown>>;
}

const installed = createRequire(import.meta.url);

/** Runs a module of a project that has installed the package. */
function run(code: string): unknown {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      jsx: ts.JsxEmit.ReactJSX,
    },
  });
  const exports = {};
  const load = (name: string): unknown => (name === `${npmName}/react` ? npmReact : installed(name));
  // oxlint-disable-next-line typescript/no-implied-eval -- the source is made here, of the package's own words
  new Function('require', 'exports', outputText)(load, exports);
  return exports;
}

const { components, tags, assignments, read, listen, methodsOf } = run(exampleModule) as Examples;

/** What a card does not understand in its own attributes. */
const misread = (card: Element) => readSettings((name: AttributeName) => card.getAttribute(name)).misread;

const newCard = (): HTMLElement => document.body.appendChild(document.createElement('busker-card'));

function parsed(markup: string): Element {
  document.body.innerHTML = markup;
  const card = document.querySelector('busker-card');
  if (!card) throw new Error(`No card in ${markup}`);
  return card;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const each = examples.map((example, index) => ({ ...example, index }));
type Numbered = (typeof each)[number];
const value = (card: Element | null, { attribute }: Example) => card?.getAttribute(attribute);

// Holds tag-152.
describe('what the published package names works on the page', () => {
  it('names values of all attributes but three', () => {
    const named = new Set(examples.map(({ attribute }) => attribute));
    expect(Object.values(attributeNames).filter((name) => !named.has(name))).toEqual([
      'src',
      'accent',
      'wall',
    ]);
  });

  it.each(each)('$attribute=$value in HTML: the property has it, and the card understands it', (example) => {
    const card = parsed(tagOf(example));
    expect(read(card as HTMLElement)[example.index]).toBe(example.value);
    expect(misread(card)).toEqual([]);
  });

  it.each(each)('$property = $value writes the attribute', (example: Numbered) => {
    const card = newCard();
    assignments[example.index]?.(card);
    expect(value(card, example)).toBe(example.value);
    expect(misread(card)).toEqual([]);
  });

  it.each(each)(
    '$attribute=$value in React: component and bare tag, in a browser and on a server',
    (example) => {
      for (const written of [components[example.index], tags[example.index]]) {
        const place = document.body.appendChild(document.createElement('div'));
        const root = createRoot(place);
        act(() => root.render(written));
        expect(value(place.querySelector('busker-card'), example)).toBe(example.value);
        act(() => root.unmount());
        expect(value(parsed(renderToString(written)), example)).toBe(example.value);
      }
    },
  );

  it.each(events)('$name has the fields that it names, and can be prevented if it says so', (event) => {
    const card = newCard();
    const heard: unknown[] = [];
    listen(card, (name, detail) => heard.push([name, detail]));
    const fields = fieldsOf(event);
    const detail = Object.fromEntries(fields.map((field, at) => [field, at]));
    const cancelable = event.description.endsWith('Cancelable.');
    const went = card.dispatchEvent(new CustomEvent(event.name, { detail, cancelable }));
    expect(heard).toEqual([[event.name, fields.map((_field, at) => at)]]);
    expect(went).toBe(!cancelable);
  });

  it.each(methods)('$name is a method of the element', ({ name }) => {
    expect(typeof methodsOf(newCard())[name]).toBe('function');
  });

  it('finds a value that no card understands', () => {
    expect(misread(parsed('<busker-card profile="ada" theme="purple"></busker-card>'))).toEqual([
      ['theme', 'purple'],
    ]);
  });

  it('the README’s page and component are a card with its link', () => {
    const card = parsed(readmePage);
    expect(misread(card)).toEqual([]);
    expect(card.querySelector('a')?.href).toBe('https://example.com/');
    const page = `${readmeComponent.replace(/^<BuskerCard/m, 'export const shown = <BuskerCard')}`;
    const { shown } = run(page) as { readonly shown: ReactElement };
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    act(() => root.render(shown));
    const drawn = place.querySelector<BuskerCardElement>('busker-card');
    expect([drawn?.getAttribute('profile'), drawn?.querySelector('a')?.href]).toEqual([
      'ada',
      'https://example.com/',
    ]);
    act(() => root.unmount());
  });
});
