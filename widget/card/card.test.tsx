import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SentEvent } from '@busker/core/dashboard-api/channel-api';
import type { PublicProfile } from '@busker/core/profile/profile';
import type { AttributeName } from '../attributes/attribute-names';
import { readSettings } from '../attributes/attributes';
import { CardFrame } from '../preview/card-frame';
import { inMemoryTips } from '../preview/in-memory-backend';
import { createControls, type Controls } from '../signals/controls';
import { sampleProfile } from '../testing/sample-profile';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let shadow: ShadowRoot;

/** Runs `work` and everything that it renders. */
const turn = (work: () => void) =>
  act(async () => {
    work();
    await Promise.resolve();
  });

describe('the card', () => {
  type Attributes = Partial<Record<AttributeName, string>>;
  let host: HTMLElement;
  let controls: Controls;
  const counted: SentEvent[] = [];
  const followed: boolean[] = [];

  beforeEach(() => {
    host = document.createElement('div');
    document.body.append(host);
    shadow = host.attachShadow({ mode: 'open' });
    root = createRoot(shadow);
    controls = createControls(host);
    counted.length = 0;
    followed.length = 0;
    // A press on a link of the card goes no further than this.
    shadow.addEventListener('click', follow);
  });
  /** A browser would follow the link. The test must not load anything. */
  const follow = (event: Event) => {
    followed.push(!event.defaultPrevented);
    event.preventDefault();
  };
  afterEach(async () => {
    await turn(() => root.unmount());
    document.body.replaceChildren();
  });
  const show = (attributes: Attributes = {}, profile: Partial<PublicProfile> = {}) =>
    turn(() =>
      root.render(
        <CardFrame
          settings={readSettings((name) => attributes[name] ?? null)}
          controls={controls}
          shadow={shadow}
          host="https://busker.example"
          isFile={false}
          assets="/embed/test/"
          count={(_host, event) => counted.push(event)}
          profile={{ at: 'ready', profile: sampleProfile(profile) }}
        />,
      ),
    );
  const link = (): HTMLElement => {
    const found = shadow.querySelector<HTMLElement>('a.link');
    if (!found) throw new Error('There is no link');
    return found;
  };
  const send = (type: string, init: MouseEventInit = {}) =>
    turn(() => {
      link().dispatchEvent(
        new MouseEvent(type, { bubbles: true, composed: true, cancelable: true, ...init }),
      );
    });
  const kinds = () => counted.map(({ kind }) => kind);

  describe('counting', () => {
    it('counts one view, whatever changes later', async () => {
      await show();
      await show({ theme: 'dark', layout: 'links', placement: 'footer' });
      await show({}, { name: 'Ada King' });
      expect(kinds()).toEqual(['view']);
    });

    // Holds web-062, tag-041.
    it('counts a followed link: by click, by keyboard, or by the middle button', async () => {
      await show({ placement: 'footer' });
      await send('click', { detail: 0 });
      await send('auxclick', { button: 1 });
      expect(followed).toEqual([true]);
      expect(counted.slice(1)).toEqual([
        { kind: 'click', handle: 'ada', link: 'instagram', placement: 'footer' },
        { kind: 'click', handle: 'ada', link: 'instagram', placement: 'footer' },
      ]);
    });

    // Holds web-062.
    it.each(['pointerdown', 'mousedown', 'touchstart', 'touchend', 'contextmenu'])(
      'does not count a touch that may be a scroll: %s',
      async (type) => {
        await show();
        await send(type);
        expect(kinds()).toEqual(['view']);
      },
    );

    it('does not count the right button', async () => {
      await show();
      await send('auxclick', { button: 2 });
      expect(kinds()).toEqual(['view']);
    });

    it('does not count a link when the page prevents the navigation', async () => {
      await show();
      host.addEventListener('busker-link-click', (event) => event.preventDefault());
      await send('click');
      expect(followed).toEqual([false]);
      expect(kinds()).toEqual(['view']);
    });
  });

  describe('consent="wait"', () => {
    const picture = `/img/${'a'.repeat(64)}`;

    // Holds tag-031.
    it('loads no picture and counts nothing until consent is given, then does both', async () => {
      await show({ consent: 'wait' }, { picture });
      await send('click');
      expect(shadow.querySelector('img')).toBeNull();
      expect(counted).toEqual([]);
      await turn(() => controls.set({ consentGiven: true }));
      expect(shadow.querySelector('img')?.src).toBe(`https://busker.example${picture}`);
      expect(kinds()).toEqual(['view']);
    });
  });

  // Holds dash-1082.
  it('has the ground of the page’s look, which a site’s own property wins over', async () => {
    const [ground, own] = [{ background: 'light-dark(#fff6d6,#17150e)' }, '--_background'] as const;
    const look = { ...sampleProfile().look, ground } as unknown as PublicProfile['look'];
    const styleOf = () => shadow.querySelector<HTMLElement>('.busker')?.style.getPropertyValue(own);
    vi.stubGlobal('CSS', { supports: () => true });
    await show({}, { look });
    expect(styleOf()).toBe('var(--busker-background, light-dark(#fff6d6,#17150e))');
    await show({ layout: 'links' }, { look });
    expect(styleOf()).toBe('');
    await show({}, { look: { ...look, ground: null as never } });
    expect(styleOf()).toBe('');
    vi.stubGlobal('CSS', { supports: () => false });
    await show({}, { look });
    expect(styleOf()).toBe('');
    vi.unstubAllGlobals();
  });

  describe('a link', () => {
    it('has rel="me noopener" and opens in a new tab', async () => {
      await show();
      expect({ rel: link().getAttribute('rel'), target: link().getAttribute('target') }).toEqual({
        rel: 'me noopener',
        target: '_blank',
      });
    });

    it('shows its own picture once pictures may load', async () => {
      const [first] = sampleProfile().links;
      const links = first ? [{ ...first, picture: '/img/a' }] : [];
      const thumb = () => shadow.querySelector('.link img')?.getAttribute('src');
      await show({ consent: 'wait' }, { links });
      expect(thumb()).toBeUndefined();
      await show({}, { links });
      expect(thumb()).toBe('https://busker.example/img/a');
    });

    it('is not rendered when its URL is unsafe', async () => {
      const [first] = sampleProfile().links;
      await show({}, { links: first ? [{ ...first, url: 'javascript:alert(1)' }] : [] });
      expect(shadow.querySelector('a.link')).toBeNull();
    });
  });

  describe('the icon of a link', () => {
    const asked: string[] = [];
    /** Replaces the browser's Image and records each address. */
    class Picture {
      onload: (() => void) | null = null;
      set src(file: string) {
        asked.push(file);
        queueMicrotask(() => this.onload?.());
      }
    }
    const linkTo = (url: string, platform?: string | null) => ({
      links: sampleProfile()
        .links.slice(0, 1)
        .map(({ platform: _named, ...rest }) => ({
          ...rest,
          url,
          ...(platform === undefined ? {} : { platform }),
        })),
    });
    const mask = () => link().querySelector<HTMLElement>('.icon')?.style.maskImage;
    // Compiles the chunks before the first test, so that no test waits for it.
    beforeAll(async () => {
      await Promise.all([import('../rare/rare-parts'), import('@busker/core/platforms/platform-catalogue')]);
    });
    beforeEach(() => {
      asked.length = 0;
      vi.stubGlobal('Image', Picture);
    });
    afterEach(() => vi.unstubAllGlobals());

    it.each([
      ['one of the first five', 'https://instagram.com/ada', 'instagram'],
      ['a site of its own', 'https://ada.example/notes', null],
    ])('needs no request: %s', async (_what, url, platform) => {
      await show({}, linkTo(url, platform));
      expect(link().querySelector('svg')).not.toBeNull();
      expect(asked).toEqual([]);
    });

    it('is the file of the profile’s platform', async () => {
      await show({}, linkTo('https://open.spotify.com/artist/1', 'spotify'));
      expect(asked).toEqual(['/embed/test/icons/spotify.svg']);
      expect(mask()).toContain('/embed/test/icons/spotify.svg');
    });

    it('follows from the address when the profile has no platform', async () => {
      await show({}, linkTo('https://open.spotify.com/artist/1'));
      await expect.poll(mask).toContain('/embed/test/icons/spotify.svg');
    });
  });

  describe('layout="button"', () => {
    it('shows only the button', async () => {
      await show({ layout: 'button' });
      expect(shadow.querySelectorAll('button')).toHaveLength(1);
      expect(shadow.querySelector('slot, a, h2')).toBeNull();
    });

    it.each(['button', 'floating'])(
      'shows the page’s own content when no tip can be sent (%s)',
      async (layout) => {
        await show({ layout, tips: 'off' });
        expect(shadow.querySelector('button')).toBeNull();
        expect(shadow.querySelector('slot')).not.toBeNull();
      },
    );
  });

  describe('the text direction', () => {
    it.each([
      ['ar', 'rtl'],
      ['de', 'ltr'],
    ])('is right in %s', async (locale, dir) => {
      await show({ locale });
      await expect.poll(() => shadow.querySelector('.busker')?.getAttribute('dir')).toBe(dir);
      expect(shadow.querySelector('.busker')?.getAttribute('lang')).toBe(locale);
    });
  });
});

describe('the tip sheet', () => {
  let controls: Controls;
  let tips = inMemoryTips();

  // Compiles the chunk before the first test, so that no test waits for it.
  beforeAll(() => import('../sheet/tip-sheet').then(() => undefined));
  beforeEach(() => {
    const host = document.createElement('div');
    document.body.append(host);
    shadow = host.attachShadow({ mode: 'open' });
    root = createRoot(shadow);
    controls = createControls(host);
    tips = inMemoryTips();
  });
  afterEach(async () => {
    await turn(() => root.unmount());
    document.body.replaceChildren();
  });
  const show = (attributes: Readonly<Record<string, string>> = {}, profile = sampleProfile()) =>
    turn(() =>
      root.render(
        <CardFrame
          settings={readSettings((name) => attributes[name] ?? null)}
          controls={controls}
          shadow={shadow}
          host="https://busker.example"
          isFile={false}
          assets=""
          count={() => undefined}
          profile={{ at: 'ready', profile }}
          tips={tips}
        />,
      ),
    );

  const button = () => shadow.querySelector<HTMLElement>('button.tip');
  const dialog = () => shadow.querySelector('[role=dialog]');
  const isClosed = () => dialog()?.closest('[hidden]') !== null;
  const pointAtIt = async () => {
    await turn(() => {
      button()?.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }));
      button()?.focus();
    });
    await expect.poll(dialog).not.toBeNull();
  };
  const tap = () => turn(() => button()?.click());

  it('renders, closed, as soon as the fan hovers the button, and sends no request before the tap', async () => {
    await show();
    await pointAtIt();
    expect({ isClosed: isClosed(), 'aria-busy': button()?.getAttribute('aria-busy') }).toEqual({
      isClosed: true,
      'aria-busy': 'false',
    });
    expect(tips.calls).toEqual([]);
    const drawn = dialog();
    await tap();
    expect(dialog()).toBe(drawn);
    expect(isClosed()).toBe(false);
    expect(tips.calls.map(({ verb }) => verb)).toEqual(['startSession']);
  });

  it('opens without rendering the card again', async () => {
    let readings = 0;
    const { bio } = sampleProfile();
    // The bio changes the profile but nothing that the sheet shows.
    const profile = Object.defineProperties(sampleProfile(), {
      bio: { get: () => (readings += 1) && bio },
      toJSON: { value: () => 'ada' },
    });
    await show({}, profile);
    await pointAtIt();
    const before = readings;
    await tap();
    expect(isClosed()).toBe(false);
    expect(before).toBeGreaterThan(0);
    expect(readings).toBe(before);
  });

  it('uses the tag’s attributes at the tap, whatever they were when the fan hovered the button', async () => {
    await show({ amounts: '3,5' });
    await pointAtIt();
    await show({ amounts: '7,9' });
    await tap();
    await expect.poll(() => shadow.querySelector('.presets')?.textContent).toBe('$7.00$9.00');
  });

  it('keeps the attributes of its opening, whatever changes later', async () => {
    await show({ amounts: '3,5' });
    await tap();
    await expect.poll(dialog).not.toBeNull();
    const drawn = dialog();
    await show({ amounts: '7,9' });
    expect(dialog()).toBe(drawn);
  });
});

describe('the place of the tip button', () => {
  let host: HTMLElement;

  beforeEach(() => {
    host = document.createElement('div');
    document.body.append(host);
    shadow = host.attachShadow({ mode: 'open' });
    root = createRoot(shadow);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
  });

  const show = (attributes: Readonly<Record<string, string>>, profile: Partial<PublicProfile>) =>
    act(async () =>
      root.render(
        <CardFrame
          settings={readSettings((name) => attributes[name] ?? null)}
          controls={createControls(host)}
          shadow={shadow}
          host="https://busker.example"
          isFile={false}
          assets="/embed/test/"
          count={() => undefined}
          profile={{ at: 'ready', profile: sampleProfile(profile) }}
        />,
      ),
    );

  const placed = (button: PublicProfile['tips']['button']) => ({ tips: { ...sampleProfile().tips, button } });
  /** Whether the button comes before the links, and its class. */
  const place = () => {
    const [button, links] = [shadow.querySelector('.tip'), shadow.querySelector('ul.links')];
    if (!button || !links) throw new Error('No button or no links');
    const isFirst = (button.compareDocumentPosition(links) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    return [isFirst, button.classList.contains('sticky')];
  };

  it.each([
    ['auto', false, false],
    ['bottom', false, false],
    ['top', true, false],
    ['sticky', false, true],
  ] as const)('is the one that the owner chose: %s', async (button, isFirst, isSticky) => {
    await show({}, placed(button));
    expect(place()).toEqual([isFirst, isSticky]);
  });

  it('is the one that the tag names, whatever the owner chose', async () => {
    await show({ tips: 'top' }, placed('sticky'));
    expect(place()).toEqual([true, false]);
    await show({ tips: 'bottom' }, placed('top'));
    expect(place()).toEqual([false, false]);
    await show({ tips: 'on' }, placed('top'));
    expect(place()).toEqual([true, false]);
  });
});
