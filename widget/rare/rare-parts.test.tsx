import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attributeNames } from '../attributes/attribute-names';
import { readSettings } from '../attributes/attributes';
import { CopyLink } from './copy-link';
import { tellMisread, withTexts } from './rare-parts';

describe('tell misread', () => {
  it('says for every attribute that is not understood what is written there and what to write, once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.stubGlobal('CSS', { supports: () => false });
    const names = Object.values(attributeNames);
    const { misread } = readSettings((name) => (names.includes(name) ? '[' : null));
    tellMisread(misread);
    tellMisread(misread);
    expect(warn.mock.calls.flat()).toEqual(
      ['amounts', 'host', 'layout', 'theme', 'accent', 'locale', 'consent', 'pay', 'return', 'wall'].map(
        (name) =>
          expect.stringMatching(
            new RegExp(`^<busker-card>: ${name}="\\[" is not understood\\. Write (?!something).+\\.$`),
          ),
      ),
    );
  });
});

describe('texts between the links', () => {
  const link = (id: string) => ({
    id,
    label: id,
    url: 'https://a.example',
    group: null,
    verified: false,
    icon: null,
    picture: null,
  });
  const profile = (blocks: unknown) =>
    ({ links: [link('k1'), link('k2')], blocks }) as unknown as Parameters<typeof withTexts>[0];
  const shown = (blocks: unknown) =>
    renderToStaticMarkup(
      ['k1', 'k2'].map((id) => <li key={id}>{withTexts(profile(blocks), link(id), id)}</li>),
    );

  // Holds dash-1211.
  it('stand before their link or after the last one, and other blocks are left to the page', () => {
    const text = (before: string | null, words: string) => ({
      kind: 'text',
      id: words,
      before,
      label: '',
      text: words,
    });
    const film = {
      kind: 'media',
      id: 'film',
      before: 'k1',
      label: '',
      url: 'https://youtu.be/x',
      picture: null,
    };
    const words = shown([text('k2', '<b>two'), { ...text(null, 'end'), label: 'Last' }, film]);
    expect(
      words
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ).toBe('k1 &lt;b&gt;two k2 Last end');
  });

  // Holds dash-1318.
  it('are there on a card without links, and once on a card with links', () => {
    const blocks = [{ kind: 'text', id: 'a', before: null, label: '', text: 'Words' }];
    expect(renderToStaticMarkup(withTexts({ ...profile(blocks), links: [] }))).toContain('Words');
    expect(renderToStaticMarkup(withTexts(profile(blocks)))).toBe('');
  });

  // Holds dash-1375.
  it('have links at their web addresses alone, in which no letter passes for another', () => {
    const text = 'See https://аda.example/x, or javascript:alert(1)';
    const blocks = [{ kind: 'text', id: 'a', before: null, label: '', text }];
    expect(renderToStaticMarkup(withTexts({ ...profile(blocks), links: [] }))).toContain(
      '>See <a href="https://аda.example/x" rel="noopener nofollow" target="_blank">https://xn--da-6kc.example/x</a>, or javascript:alert(1)<',
    );
  });

  it.each([undefined, null, 7, 'text', [7, null, { kind: 'text' }, { kind: 'text', before: 'k1', text: 5 }]])(
    'are none that break the card in what a server or a file sent: %j',
    (blocks) => expect(shown(blocks)).toContain('k1'),
  );
});

describe('the button that copies a link', () => {
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
    act(async () => root.render(<CopyLink url={url} name="Instagram" lang={lang} />));
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

  it('says nothing at first, then that it copied, also the second time', async () => {
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

  it('speaks the language of the card', async () => {
    browser({ writeText: () => Promise.resolve() });
    await show('ar');
    await press();
    expect(status()).toBe('تم النسخ');
  });

  it.each([
    ['refuses the clipboard', no],
    ['knows no clipboard', undefined],
  ])(
    'opens the system’s share sheet when the browser %s, and does not claim a copy',
    async (_what, writeText) => {
      const share = vi.fn<() => Promise<void>>(() => Promise.resolve());
      browser({ share, ...(writeText ? { writeText } : {}) });
      await show();
      await press();
      expect(share).toHaveBeenCalledWith({ url });
      expect(status()).toBe('');
      expect(address()).toBeNull();
    },
  );

  it('accepts a closed share sheet', async () => {
    browser({ share: () => Promise.reject(new DOMException('', 'AbortError')) });
    await show();
    await press();
    expect(address()).toBeNull();
  });

  it('shows the address, selected, when the browser can do neither', async () => {
    browser({ writeText: no });
    await show();
    await press();
    expect(address()?.value).toBe(url);
    expect(shadow.activeElement).toBe(address());
    expect(status()).toBe('');
  });
});
