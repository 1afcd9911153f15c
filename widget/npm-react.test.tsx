import { renderToString } from 'react-dom/server';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { act, createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BuskerCard, type BuskerCardElement } from './npm-react';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

// Holds tag-072.
test('a server renders the tag with its attributes and the real links', () => {
  const html = renderToString(
    <BuskerCard profile="ada" host="https://busker.example" for="Old strings" tips={false} className="wide">
      <a rel="me" href="https://instagram.com/ada">
        Instagram
      </a>
    </BuskerCard>,
  );
  const tag = new DOMParser().parseFromString(html, 'text/html').querySelector('busker-card');
  expect(Object.fromEntries([...(tag?.attributes ?? [])].map(({ name, value }) => [name, value]))).toEqual({
    profile: 'ada',
    host: 'https://busker.example',
    for: 'Old strings',
    tips: 'off',
    class: 'wide',
  });
  expect(tag?.querySelector('a')?.getAttribute('href')).toBe('https://instagram.com/ada');
});

test('calls the newest handler, and none after it is removed; passes the element to its ref', () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const cardRef: { current: BuskerCardElement | null } = { current: null };
  const first = vi.fn<() => void>();
  const second = vi.fn<() => void>();
  const draw = (onReady: () => void) =>
    act(() =>
      root.render(
        <BuskerCard profile="ada" host="https://busker.example" onReady={onReady} cardRef={cardRef} />,
      ),
    );
  draw(first);
  draw(second);
  const card = cardRef.current;
  expect(typeof card?.openTip).toBe('function');
  card?.dispatchEvent(new CustomEvent('busker-ready', { detail: { handle: 'ada' } }));
  expect({ firstCalls: first.mock.calls.length, secondCalls: second.mock.calls.length }).toEqual({
    firstCalls: 0,
    secondCalls: 1,
  });
  act(() => root.unmount());
  card?.dispatchEvent(new CustomEvent('busker-ready', { detail: { handle: 'ada' } }));
  expect({ secondCalls: second.mock.calls.length, cardRef: cardRef.current }).toEqual({
    secondCalls: 1,
    cardRef: null,
  });
});

// Holds host-096.
test.each([
  ['once the element is defined', true],
  ['before it is', false],
])(
  'React 19 hydrates the server’s markup without a warning, and the card keeps its links, %s',
  async (_when, isDefined) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const page = (
      <BuskerCard profile="ada" host="https://busker.example" tips={false} goal style={{ display: 'block' }}>
        <a rel="me" href="https://instagram.com/ada">
          Instagram
        </a>
      </BuskerCard>
    );
    const place = document.createElement('div');
    // In a document of its own the element is not defined.
    const host = isDefined ? document.body : document.implementation.createHTMLDocument('').body;
    host.append(place);
    place.innerHTML = renderToString(page);
    const card = place.querySelector('busker-card');
    let root: Root | undefined;
    await act(async () => {
      root = hydrateRoot(place, page);
    });
    expect(place.querySelector('busker-card')).toBe(card);
    expect({ link: card?.querySelector('a')?.href, tips: card?.getAttribute('tips') }).toEqual({
      link: 'https://instagram.com/ada',
      tips: 'off',
    });
    expect(said.mock.calls).toEqual([]);
    act(() => root?.unmount());
    said.mockRestore();
  },
);

test('`false` on the bare tag means off where the element is defined before React draws it', () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const switchedOff = { profile: 'ada', host: 'https://busker.example', tips: false, links: false };
  act(() => root.render(createElement('busker-card', switchedOff)));
  const card = place.querySelector('busker-card');
  expect([card?.getAttribute('tips'), card?.getAttribute('links')]).toEqual(['off', 'off']);
  act(() => root.unmount());
});

// Holds tag-014.
test('a tag without a server logs the line to add', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const card = document.createElement('busker-card');
  card.setAttribute('profile', 'ada');
  document.body.append(card);
  expect(said.mock.calls.flat().join()).toContain('<busker-card host="https://…" profile="…">');
  said.mockRestore();
});

test('the slot of the page’s own links disappears when the card renders', async () => {
  const card = document.createElement('busker-card');
  card.setAttribute('profile', 'ada');
  card.setAttribute('host', 'https://busker.example');
  document.body.append(card);
  expect(card.shadowRoot?.getElementById('waiting')).not.toBeNull();
  // Opening a tip mounts a card even if it is outside the visible part of the page.
  await act(async () => (card as HTMLElement as BuskerCardElement).openTip());
  expect(card.shadowRoot?.getElementById('waiting')).toBeNull();
  // The card renders itself, since it has no profile yet.
  expect(card.shadowRoot?.querySelectorAll('slot')).toHaveLength(1);
});
