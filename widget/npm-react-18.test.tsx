import type * as React from 'react';
import type * as Client from 'react-dom/client';
import type * as Server from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BuskerCardElement } from './npm-react';

/** React 18 is installed under another name. Its react-dom, the component and the card's tree get it when they import "react". */
const eighteen = await vi.hoisted(async () => {
  const { createRequire, default: Module } = await import('node:module');
  const usual = Reflect.get(Module, '_resolveFilename') as (request: string, ...rest: unknown[]) => string;
  const find = (request: string, ...rest: unknown[]) =>
    usual.call(Module, request.replace(/^react(-dom)?(?=$|\/)/, 'react$1-18'), ...rest);
  Reflect.set(Module, '_resolveFilename', find);
  const load = createRequire(import.meta.url);
  const react = load('react') as typeof React;
  const dom = load('react-dom') as object;
  const client = load('react-dom/client') as typeof Client;
  const server = load('react-dom/server') as typeof Server;
  const testing = load('react-dom/test-utils') as { act: typeof React.act };
  const runtime = load('react/jsx-runtime') as object;
  const devRuntime = load('react/jsx-dev-runtime') as object;
  Reflect.set(Module, '_resolveFilename', usual);
  return { react, dom, client, server, act: testing.act, runtime, devRuntime };
});
vi.mock('react', () => ({ ...eighteen.react, default: eighteen.react }));
vi.mock('react-dom', () => eighteen.dom);
vi.mock('react-dom/client', () => ({ ...eighteen.client, default: eighteen.client }));
vi.mock('react/jsx-runtime', () => eighteen.runtime);
vi.mock('react/jsx-dev-runtime', () => eighteen.devRuntime);

const { BuskerCard } = await import('./npm-react');
const { CardPreview } = await import('./preview/card-preview');
const { sampleProfile } = await import('./testing/sample-profile');
const { createElement, version } = eighteen.react;
const { act } = eighteen;

const ada = { profile: 'ada', host: 'https://busker.example' } as const;
const link = createElement('a', { rel: 'me', href: 'https://instagram.com/ada', key: 'a' }, 'Instagram');

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function draw(root: Client.Root, tree: React.ReactNode): void {
  act(() => root.render(tree));
}

test('this is React 18', () => {
  expect(version).toBe('18.3.1');
});

test('a server of React 18 renders the tag with its attributes and the real links', () => {
  const html = eighteen.server.renderToString(
    createElement(BuskerCard, { ...ada, tips: false, goal: true, className: 'wide' }, link),
  );
  const tag = new DOMParser().parseFromString(html, 'text/html').querySelector('busker-card');
  expect(Object.fromEntries([...(tag?.attributes ?? [])].map(({ name, value }) => [name, value]))).toEqual({
    ...ada,
    tips: 'off',
    goal: 'on',
    class: 'wide',
  });
  expect(tag?.querySelector('a')?.getAttribute('href')).toBe('https://instagram.com/ada');
});

// Holds web-039.
test('in React 18, removing a prop removes its attribute, and changing one changes it', () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = eighteen.client.createRoot(place);
  draw(root, createElement(BuskerCard, { ...ada, theme: 'dark', amounts: '3,5' }));
  const card = place.querySelector('busker-card');
  expect({ theme: card?.getAttribute('theme'), amounts: card?.getAttribute('amounts') }).toEqual({
    theme: 'dark',
    amounts: '3,5',
  });
  draw(root, createElement(BuskerCard, { ...ada, theme: 'light' }));
  expect(place.querySelector('busker-card')).toBe(card);
  expect({ theme: card?.getAttribute('theme'), amounts: card?.hasAttribute('amounts') }).toEqual({
    theme: 'light',
    amounts: false,
  });
  act(() => root.unmount());
});

test('in React 18, the newest handler gets the card’s events, and none after it is removed', () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = eighteen.client.createRoot(place);
  const cardRef: { current: BuskerCardElement | null } = { current: null };
  const received: string[] = [];
  const ready = () =>
    cardRef.current?.dispatchEvent(new CustomEvent('busker-ready', { detail: { handle: 'ada' } }));
  draw(root, createElement(BuskerCard, { ...ada, cardRef, onReady: () => void received.push('first') }));
  draw(root, createElement(BuskerCard, { ...ada, cardRef, onReady: () => void received.push('second') }));
  const card = cardRef.current;
  expect(typeof card?.openTip).toBe('function');
  ready();
  act(() => root.unmount());
  card?.dispatchEvent(new CustomEvent('busker-ready', { detail: { handle: 'ada' } }));
  expect({ received, cardRef: cardRef.current }).toEqual({ received: ['second'], cardRef: null });
});

test('React 18 hydrates the server’s markup without a warning', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = eighteen.server.renderToString(createElement(BuskerCard, ada, link));
  const card = place.querySelector('busker-card');
  let root: Client.Root | undefined;
  act(() => {
    root = eighteen.client.hydrateRoot(place, createElement(BuskerCard, ada, link));
  });
  expect(place.querySelector('busker-card')).toBe(card);
  expect(said.mock.calls).toEqual([]);
  act(() => root?.unmount());
  said.mockRestore();
});

// Holds tag-070.
test('React 18 renders the card’s own tree, and its sheet', async () => {
  // The sheet's chunks arrive outside of `act`, which React 18 logs each time.
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const place = document.body.appendChild(document.createElement('div'));
  const root = eighteen.client.createRoot(place);
  const drawn = () => place.querySelector('div')?.shadowRoot;
  await act(async () => root.render(createElement(CardPreview, { profile: sampleProfile() })));
  await expect.poll(() => drawn()?.textContent).toContain('Ada Lovelace');
  await act(async () => drawn()?.querySelector<HTMLElement>('[part=tip-button]')?.click());
  await expect.poll(() => drawn()?.querySelector('[role=dialog]')?.textContent).toContain('Tip Ada Lovelace');
  act(() => root.unmount());
  said.mockRestore();
});
