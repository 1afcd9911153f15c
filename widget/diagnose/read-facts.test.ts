import { describe, afterEach, expect, it, vi } from 'vitest';
import { readSoftware } from './read-facts';

describe('page software', () => {
  const server = 'https://busker.example';

  function cardIn(page: string, inside = `<a href="${server}/@ada">Tip Ada</a>`): HTMLElement {
    document.body.innerHTML = page.replace('CARD', `<busker-card profile="ada">${inside}</busker-card>`);
    const card = document.querySelector<HTMLElement>('busker-card');
    if (!card) throw new Error('The page has no card');
    return card;
  }
  afterEach(() => {
    document.head.replaceChildren();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  it('finds nothing on a page that leaves card and script alone', () => {
    const page = `<script type="module" async data-src="${server}/embed/v1.js"></script>CARD`;
    expect(readSoftware(cardIn(page), server)).toEqual({
      copiedFrom: null,
      optimiser: null,
      recorders: [],
      morphing: null,
    });
  });

  it('names the server of the tag’s links where the script is a copy on another one', () => {
    expect(readSoftware(cardIn('CARD'), 'https://site.example').copiedFrom).toBe(server);
    expect(readSoftware(cardIn('CARD'), null).copiedFrom).toBeNull();
    expect(
      readSoftware(cardIn('CARD', '<a href="https://x.example/y">Site</a>'), server).copiedFrom,
    ).toBeNull();
  });

  it.each([
    [
      'WP Rocket',
      `<script type="rocketlazyloadscript" data-rocket-type="module" data-rocket-src="${server}/embed/v1.js"></script>`,
    ],
    ['LiteSpeed Cache', `<script type="litespeed/javascript" data-src="${server}/embed/v1.js"></script>`],
    [
      'Rocket Loader',
      `<script type="0123456789abcdef01234567-module" data-src="${server}/embed/v1.js"></script>`,
    ],
    ['Perfmatters', `<script type="pmdelayedscript" data-src="${server}/embed/v1.js"></script>`],
  ])('names what delays the script: %s', (name, tag) => {
    expect(readSoftware(cardIn(`${tag}CARD`), server).optimiser).toBe(name);
  });

  it('names each session recorder once', () => {
    vi.stubGlobal('hj', () => undefined);
    vi.stubGlobal('mouseflow', {});
    vi.stubGlobal('_mfq', []);
    expect(readSoftware(cardIn('CARD'), server).recorders).toEqual(['Hotjar', 'Mouseflow']);
  });

  // Holds host-104.
  it('names what morphs the page, unless the card is kept out of it', () => {
    document.head.innerHTML = '<meta name="turbo-refresh-method" content="morph">';
    expect(readSoftware(cardIn('CARD'), server).morphing?.keeps).toBe('id="busker" data-turbo-permanent');
    expect(readSoftware(cardIn('<div id="a" data-turbo-permanent>CARD</div>'), server).morphing).toBeNull();
    document.head.replaceChildren();
    expect(readSoftware(cardIn('<div data-phx-main>CARD</div>'), server).morphing?.name).toBe(
      'Phoenix LiveView',
    );
    vi.stubGlobal('Livewire', {});
    expect(readSoftware(cardIn('CARD'), server).morphing?.name).toBe('Livewire');
  });
});
