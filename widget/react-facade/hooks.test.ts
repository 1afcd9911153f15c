import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createElement, useEffect, useMemo, useRef, useState } from './react';
import { createRoot } from './reconcile';

let container = document.createElement('div');
let root = createRoot(container);
const turn = () => Promise.resolve();

beforeEach(() => {
  container = document.createElement('div');
  container.innerHTML = '<p>what was there before</p>';
  root = createRoot(container);
});

it('renders into a shadow root in its first render', () => {
  const shadow = container.attachShadow({ mode: 'open' });
  createRoot(shadow as unknown as Element).render([
    createElement('slot', { key: 1 }),
    createElement('p', { key: 2 }),
  ]);
  expect(shadow.innerHTML).toBe('<slot></slot><p></p>');
});

describe('two roots', () => {
  afterEach(() => vi.unstubAllGlobals());

  const counter = (inside: Element, show: (count: number) => unknown) => {
    let set: (count: number) => void = () => undefined;
    const Count = () => {
      const [count, setCount] = useState(1);
      set = setCount;
      return show(count);
    };
    const own = createRoot(inside);
    own.render(createElement(Count, null));
    return { own, set: (count: number) => set(count) };
  };

  it('updates one when the other throws in the same turn, and reports the error', async () => {
    const report = vi.fn<(error: unknown) => void>();
    vi.stubGlobal('reportError', report);
    const other = document.createElement('div');
    const error = new Error('two is too much');
    const throwing = counter(container, (count) => {
      if (count === 2) throw error;
      return String(count);
    });
    const good = counter(other, String);
    throwing.set(2);
    good.set(2);
    await turn();
    expect(container.textContent).toBe('');
    expect(other.textContent).toBe('2');
    expect(report.mock.calls).toEqual([[error]]);
    throwing.own.render('drawn again');
    good.set(3);
    await turn();
    expect(container.textContent).toBe('drawn again');
    expect(other.textContent).toBe('3');
  });
});

describe('state and effects', () => {
  it('renders once for all that changes in one turn', async () => {
    let renders = 0;
    let set: (next: (before: number) => number) => void = () => undefined;
    const Count = () => {
      renders += 1;
      const [count, setCount] = useState(1);
      set = setCount;
      return String(count);
    };
    root.render(createElement(Count, null));
    set((before) => before + 1);
    set((before) => before + 1);
    await turn();
    expect({ text: container.textContent, renders }).toEqual({ text: '3', renders: 2 });
    set((before) => before);
    await turn();
    expect(renders).toBe(2);
  });

  it('keeps a component’s siblings in place when it grows', async () => {
    let grow: (more: boolean) => void = () => undefined;
    const Middle = () => {
      const [more, setMore] = useState(false);
      grow = setMore;
      return more ? [createElement('i', { key: 1 }), createElement('i', { key: 2 })] : null;
    };
    root.render(
      createElement(
        'div',
        null,
        createElement('b', null),
        createElement(Middle, null),
        createElement('u', null),
      ),
    );
    grow(true);
    await turn();
    expect(container.innerHTML).toBe('<div><b></b><i></i><i></i><u></u></div>');
    grow(false);
    await turn();
    expect(container.innerHTML).toBe('<div><b></b><u></u></div>');
  });

  it('cleans up before the next run and once when it is removed', async () => {
    const log: string[] = [];
    const Effect = ({ on }: Record<string, unknown>) => {
      useEffect(() => {
        log.push(`start ${String(on)}`);
        return () => void log.push(`end ${String(on)}`);
      }, [on]);
      return null;
    };
    for (const on of [1, 1, 2]) root.render(createElement(Effect, { on }));
    root.unmount();
    root.unmount();
    await turn();
    expect(log).toEqual(['start 1', 'end 1', 'start 2', 'end 2']);
  });

  it('lets an effect change the state', async () => {
    const Late = () => {
      const [text, setText] = useState('soon');
      useEffect(() => setText('now'), []);
      return text;
    };
    root.render(createElement(Late, null));
    expect(container.textContent).toBe('soon');
    await turn();
    expect(container.textContent).toBe('now');
  });

  it('ignores a change after the component is gone', async () => {
    let set: (text: string) => void = () => undefined;
    const Text = () => {
      const [text, setText] = useState('a');
      set = setText;
      return text;
    };
    root.render(createElement(Text, null));
    root.unmount();
    set('b');
    await turn();
    expect(container.innerHTML).toBe('');
  });

  it('computes a memo again only when its dependencies change', () => {
    let made = 0;
    const Memo = ({ on }: Record<string, unknown>) => {
      const value = useMemo(() => (made += 1), [on]);
      return String(value);
    };
    for (const on of ['a', 'a', 'b']) root.render(createElement(Memo, { on }));
    expect({ text: container.textContent, made }).toEqual({ text: '2', made: 2 });
  });
});

describe('elements', () => {
  it('sets an element’s ref, and clears it afterwards', () => {
    const seen: { ref: { current: unknown } } = { ref: { current: null } };
    const Field = () => {
      const ref = useRef<unknown>(null);
      seen.ref = ref;
      return createElement('input', { ref });
    };
    root.render(createElement(Field, null));
    expect(seen.ref.current).toBe(container.querySelector('input'));
    root.unmount();
    expect(seen.ref.current).toBeNull();
  });

  it('calls the newest handler, and no removed one', () => {
    const calls: string[] = [];
    const button = (onClick: (() => void) | null) => root.render(createElement('button', { onClick }));
    button(() => calls.push('first'));
    button(() => calls.push('second'));
    container.querySelector('button')?.click();
    button(null);
    container.querySelector('button')?.click();
    expect(calls).toEqual(['second']);
  });

  it('resets a value that differs from the state, and does not touch an equal one', () => {
    const field = (value: string) => root.render(createElement('input', { value }));
    field('typed');
    const input = container.querySelector('input');
    input?.setSelectionRange(2, 2);
    field('typed');
    expect(input?.selectionStart).toBe(2);
    Object.assign(input ?? {}, { value: 'other' });
    field('typed');
    expect(input?.value).toBe('typed');
  });

  it('creates icons as SVG', () => {
    root.render(createElement('svg', { viewBox: '0 0 24 24' }, createElement('path', { className: 'line' })));
    expect(container.querySelector('path')?.namespaceURI).toBe('http://www.w3.org/2000/svg');
    expect(container.innerHTML).toBe('<svg viewBox="0 0 24 24"><path class="line"></path></svg>');
  });
});
