import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CopyLink } from './copy-link';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const url = 'https://instagram.com/ada';
let root: Root;
let shadow: ShadowRoot;

const browser = (can: { readonly writeText?: () => Promise<void>; readonly share?: () => Promise<void> }) =>
  vi.stubGlobal('navigator', {
    ...(can.writeText ? { clipboard: { writeText: can.writeText } } : {}),
    ...(can.share ? { share: can.share } : {}),
  });
const no = () => Promise.reject(new DOMException('', 'NotAllowedError'));
const show = (lang = 'en') =>
  act(async () => root.render(<CopyLink url={url} label="Copy link: Instagram" lang={lang} />));
const press = () => act(async () => shadow.querySelector('button')?.click());
const status = () => shadow.querySelector('[role=status]')?.textContent ?? null;
const address = () => shadow.querySelector('input');

beforeEach(() => {
  const host = document.createElement('div');
  document.body.append(host);
  shadow = host.attachShadow({ mode: 'open' });
  root = createRoot(shadow);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the button that copies a link', () => {
  it('says nothing before, then that it copied, also at the second time', async () => {
    const writeText = vi.fn<() => Promise<void>>(() => Promise.resolve());
    browser({ writeText });
    await show();
    expect(status()).toBe('');
    await press();
    expect(writeText).toHaveBeenCalledWith(url);
    const first = status();
    expect(first).toBe('Copied');
    await press();
    expect(status()?.trim()).toBe('Copied');
    expect(status()).not.toBe(first);
  });

  it('says it in the language of the card', async () => {
    browser({ writeText: () => Promise.resolve() });
    await show('ar');
    await press();
    expect(status()).toBe('تم النسخ');
  });

  it.each([
    ['refuses the clipboard', no],
    ['knows no clipboard', undefined],
  ])('hands the link to the system where the browser %s, and claims no copy', async (_what, writeText) => {
    const share = vi.fn<() => Promise<void>>(() => Promise.resolve());
    browser({ share, ...(writeText ? { writeText } : {}) });
    await show();
    await press();
    expect(share).toHaveBeenCalledWith({ url });
    expect(status()).toBe('');
    expect(address()).toBeNull();
  });

  it('takes a closed share sheet for an answer', async () => {
    browser({ share: () => Promise.reject(new DOMException('', 'AbortError')) });
    await show();
    await press();
    expect(address()).toBeNull();
  });

  it('shows the address, marked, where the browser can do neither', async () => {
    browser({ writeText: no });
    await show();
    await press();
    expect(address()?.value).toBe(url);
    expect(shadow.activeElement).toBe(address());
    expect(status()).toBe('');
  });
});
