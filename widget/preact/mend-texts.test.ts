import { beforeAll, describe, expect, it } from 'vitest';
import { createElement, useLayoutEffect, useState } from './react';
import { createRoot } from './react-dom-client';
import { mendTexts } from './mend-texts';

beforeAll(mendTexts);

type Child = Parameters<typeof createElement>[2];

/** What a translator of a browser does: each text is replaced by an element with another text. */
function translate(container: HTMLElement): void {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = `<${text.data}>`;
    text.replaceWith(font);
  }
}

function started(...children: readonly Child[]) {
  const container = document.createElement('div');
  const root = createRoot(container);
  const show = (...next: readonly Child[]) => root.render(createElement('div', null, ...next));
  show(...children);
  translate(container);
  return { container, show };
}

// Holds tag-080.
describe('a page that a browser has translated', () => {
  it.each<[string, Child, Child, string]>([
    ['keeps a translation while its text is the same', 'a', 'a', '<a>'],
    ['replaces a translation with the next text', 'a', 'b', 'b'],
    ['replaces a translation with an element', 'a', createElement('span', null, 'b'), 'b'],
  ])('%s', (_title, first, second, expected) => {
    const { container, show } = started(first);
    show(second);
    expect(container.textContent).toBe(expected);
  });

  it('drops a translation whose text has changed or gone, and leaves what is beside it', () => {
    const { container, show } = started('5', ' left', createElement('span', null, 'x'));
    const beside = container.querySelector('span');
    show('4', ' left', createElement('span', null, 'x'));
    expect(container.textContent).toBe('4 left<x>');
    translate(container);
    show(null, null, createElement('span', null, 'x'));
    expect(container.textContent).toBe('<<x>>');
    expect(container.querySelector('span')).toBe(beside);
  });

  it('shows the true amount of a component that draws itself again', async () => {
    let pay: (amount: string) => void = () => undefined;
    const Amount = () => {
      const [amount, setAmount] = useState('$5.00');
      useLayoutEffect(() => {
        pay = setAmount;
      }, []);
      return amount;
    };
    const { container } = started('Pay ', createElement(Amount, null));
    pay('$7.41');
    await Promise.resolve();
    expect(container.textContent).toBe('Pay $7.41');
  });
});
