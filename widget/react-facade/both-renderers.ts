import * as React from 'react';
import { createRoot as createReactRoot } from 'react-dom/client';
import * as facade from './react';
import { createRoot } from './reconcile';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** What React and the renderer both offer. */
type Library = Pick<
  typeof facade,
  'createElement' | 'Fragment' | 'useEffect' | 'useLayoutEffect' | 'useState'
>;

/** A tree that can be built with either library. */
export type Sketch = string | number | boolean | null | readonly Sketch[] | ElementSketch;

interface ElementSketch {
  readonly tag: Tag;
  readonly key?: string;
  readonly props: Record<string, unknown>;
  readonly children: readonly Sketch[];
}

export type Tag = 'div' | 'section' | 'span' | 'svg' | 'fragment' | 'Twice' | 'Effects' | 'Throws';

/** When the component `Throws` throws. */
export const moments = ['render', 'layout', 'passive', 'layout ends', 'passive ends', 'press'] as const;

export interface Side {
  readonly container: HTMLElement;
  readonly render: (sketch: Sketch) => Promise<void>;
  /** Clicks the button of `Throws`, if it is there. */
  readonly press: () => Promise<void>;
  /** What the component `Effects` did. */
  readonly log: string[];
  /** Messages of the uncaught errors. */
  readonly errors: string[];
}

type Props = Readonly<Record<string, unknown>>;

function makeComponents(
  { createElement, Fragment, useEffect, useLayoutEffect, useState }: Library,
  log: string[],
) {
  const Twice = ({ children }: Props) => [
    createElement('b', { key: 'b' }, 'twice'),
    createElement(Fragment, { key: 'f' }, children),
  ];
  const Effects = ({ title, children }: Props) => {
    const name = String(title);
    const effect = (kind: string) => () => {
      log.push(`${kind} ${name}`);
      return () => void log.push(`${kind} ${name} ends`);
    };
    useLayoutEffect(effect('layout'), [name]);
    useEffect(effect('passive'), [name]);
    return createElement('i', { title: name }, children);
  };
  const Throws = ({ title, children }: Props) => {
    const [presses, setPresses] = useState(0);
    const mayThrow = (moment: (typeof moments)[number]) => {
      if (title === moment) throw new Error(moment);
    };
    mayThrow('render');
    useLayoutEffect(() => {
      mayThrow('layout');
      return () => {
        log.push(`${String(title)} ends`);
        mayThrow('layout ends');
      };
    }, [title]);
    useEffect(() => {
      mayThrow('passive');
      return () => mayThrow('passive ends');
    }, [title]);
    // Not run when the effect before it has thrown.
    useLayoutEffect(() => {
      log.push('layout later');
      return () => void log.push('layout later ends');
    }, []);
    const press = () => {
      setPresses((before) => before + 1);
      mayThrow('press');
    };
    return createElement('button', { onClick: press }, presses, children);
  };
  return { Twice, Effects, Throws };
}

const isElement = (sketch: Sketch): sketch is ElementSketch =>
  typeof sketch === 'object' && sketch !== null && 'tag' in sketch;

function build(sketch: Sketch, library: Library, components: ReturnType<typeof makeComponents>): unknown {
  const child = (part: Sketch) => build(part, library, components);
  if (Array.isArray(sketch)) return (sketch as readonly Sketch[]).map(child);
  if (!isElement(sketch)) return sketch;
  const { tag, key, props, children } = sketch;
  const type =
    tag === 'fragment'
      ? library.Fragment
      : tag in components
        ? components[tag as keyof typeof components]
        : tag;
  const given = { ...(tag === 'fragment' ? {} : props), ...(key === undefined ? {} : { key }) };
  return library.createElement(type, given, ...children.map(child));
}

const messagesOf = (error: unknown): readonly string[] =>
  error instanceof AggregateError ? error.errors.flatMap(messagesOf) : [(error as Error).message];

/** `act` runs what it is given and waits until everything that follows from it is drawn. */
function makeSide(
  library: Library,
  createRoot: (container: HTMLElement) => { readonly render: (tree: unknown) => void },
  act: (work: () => void) => Promise<void>,
): Side {
  const container = document.createElement('div');
  const log: string[] = [];
  const errors: string[] = [];
  const components = makeComponents(library, log);
  const root = createRoot(container);
  const run = async (work: () => void) => {
    const report = (error: unknown) => errors.push(...messagesOf(error));
    const reported = (event: ErrorEvent) => {
      event.preventDefault();
      report(event.error);
    };
    Object.assign(globalThis, { reportError: report });
    addEventListener('error', reported);
    await act(work).catch(report);
    removeEventListener('error', reported);
  };
  return {
    container,
    log,
    errors,
    render: (sketch) => run(() => root.render(build(sketch, library, components))),
    press: () => run(() => container.querySelector('button')?.click()),
  };
}

export const sides = (): readonly [react: Side, own: Side] => [
  makeSide(React as unknown as Library, createReactRoot as unknown as typeof createRoot, async (work) =>
    React.act(async () => work()),
  ),
  makeSide(facade, createRoot, async (work) => work()),
];
