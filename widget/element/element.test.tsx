import { readFileSync, readdirSync } from 'node:fs';
import { act, createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import fc from 'fast-check';
import { ok } from '@busker/core/base/result';
import { readFirst } from '../attributes/first-settings';
import { createControls, type CardTreeProps, emitFrom, type BuskerEventName } from '../signals/controls';
import type { CardServices } from '../profiles/services';
import { sampleProfile } from '../testing/sample-profile';
import { attributeNames } from '../attributes/attribute-names';
import { readSettings } from '../attributes/attributes';
import { arrivedAnswers } from './arrived-answers';
import { createCardTree, drawAhead } from './card-tree';
import { defineCard, keepPress, type BuskerCardMethods } from './element';
import { customPropertyContract, partContract } from './style-contract';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

describe('<busker-card>', () => {
  let fails = false;
  const seen = { renders: 0, mounts: 0, unmounts: 0, props: null as CardTreeProps | null };

  /** Errors that a card has told the page. */
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));

  function Tree(props: CardTreeProps) {
    if (fails) throw new Error('The card has a fault');
    useEffect(() => {
      seen.props = props;
      seen.renders += 1;
    });
    useEffect(() => {
      seen.mounts += 1;
      return () => {
        seen.unmounts += 1;
      };
    }, []);
    return createElement('input');
  }

  type Card = HTMLElement & BuskerCardMethods & Record<string, unknown>;

  const settings = () => seen.props?.settings;
  /** Runs `work` and everything that it renders. */
  const turn = (work: () => void) =>
    act(async () => {
      work();
      await Promise.resolve();
    });
  const make = () => document.createElement('busker-card') as Card;
  async function add(html: string): Promise<Card> {
    await turn(() => {
      document.body.innerHTML = html;
    });
    return document.querySelector('busker-card') as Card;
  }

  const early = make();
  Object.assign(early, { profile: 'grace', forText: 'A song' });
  document.body.append(early);
  const far = { hold: false, asked: [] as (string | null)[], come: () => undefined as void };
  defineCard({
    tree: Tree,
    onConnect: ({ profile }, mount) => {
      far.asked.push(profile);
      if (far.hold) far.come = mount;
      else mount();
    },
  });

  async function clear() {
    await turn(() => document.body.replaceChildren());
    far.asked.length = 0;
    Object.assign(seen, { renders: 0, mounts: 0, unmounts: 0, props: null });
  }
  // Before the first test too, whichever that is: the definition has rendered the early card.
  beforeAll(clear);
  afterEach(clear);

  // Holds tag-012.
  it('keeps properties that were set before the tag was defined', async () => {
    await turn(() => {
      customElements.upgrade(early);
      document.body.append(early);
    });
    expect(settings()).toMatchObject({ profile: 'grace' });
    expect(early.getAttribute('for')).toBe('A song');
  });

  it('reads its attributes when it is parsed', async () => {
    await add('<busker-card profile="@Ada" theme="dark" tips="off"></busker-card>');
    expect(settings()).toMatchObject({ profile: 'ada', theme: 'dark', tips: false, links: true });
  });

  // Holds web-034, tag-008.
  it.each(['removed', 'emptied'])('returns to the default when an attribute is %s', async (how) => {
    const card = await add('<busker-card profile="ada" theme="dark"></busker-card>');
    await turn(() => (how === 'removed' ? card.removeAttribute('theme') : card.setAttribute('theme', '')));
    expect(settings()?.theme).toBeNull();
  });

  it.each([undefined, null, ''])('removes the attribute when its property is set to %o', async (value) => {
    const card = await add('<busker-card profile="ada" layout="links"></busker-card>');
    await turn(() => {
      card['layout'] = value;
    });
    expect(card.hasAttribute('layout')).toBe(false);
    expect(settings()?.layout).toBeNull();
  });

  // Holds tag-011.
  it('mirrors attributes and properties in both directions', async () => {
    const card = await add('<busker-card></busker-card>');
    await turn(() => {
      card['profile'] = 'ada';
      card.setAttribute('for', 'An essay');
      card['amounts'] = [3, 5];
    });
    expect({
      profile: card.getAttribute('profile'),
      forText: card['forText'],
      amounts: card.getAttribute('amounts'),
    }).toEqual({ profile: 'ada', forText: 'An essay', amounts: '3,5' });
    expect(settings()).toMatchObject({ profile: 'ada' });
  });

  it('renders once for several changes in one turn', async () => {
    const card = await add('<busker-card profile="ada"></busker-card>');
    seen.renders = 0;
    await turn(() => {
      card.setAttribute('theme', 'dark');
      card.setAttribute('layout', 'links');
      card.setAttribute('accent', 'red');
    });
    expect(seen.renders).toBe(1);
  });

  it('renders nothing outside a document', async () => {
    await turn(() => make().setAttribute('profile', 'ada'));
    expect(seen.mounts).toBe(0);
  });

  // Holds web-035.
  it('keeps its tree and the input when it is moved', async () => {
    const card = await add('<busker-card profile="ada"></busker-card><main></main>');
    const input = card.shadowRoot?.querySelector('input');
    Object.assign(input ?? {}, { value: 'half a sentence' });
    await turn(() => document.querySelector('main')?.append(card));
    expect(card.shadowRoot?.querySelector('input')?.value).toBe('half a sentence');
    expect({ mounts: seen.mounts, unmounts: seen.unmounts }).toEqual({ mounts: 1, unmounts: 0 });
    expect(seen.props?.controls.state().moves).toBe(1);
  });

  it('unmounts when it is removed, and starts again when it is inserted again', async () => {
    const card = await add('<busker-card profile="ada"></busker-card>');
    await turn(() => card.openTip());
    await turn(() => card.remove());
    expect(seen.unmounts).toBe(1);
    await turn(() => document.body.append(card));
    expect(seen.mounts).toBe(2);
    expect(seen.props?.controls.state().sheet.open).toBe(false);
  });

  it('unmounts once when it is removed during a move', async () => {
    const card = await add('<busker-card profile="ada"></busker-card><main></main>');
    await turn(() => {
      document.querySelector('main')?.append(card);
      card.remove();
    });
    expect({ mounts: seen.mounts, unmounts: seen.unmounts }).toEqual({ mounts: 1, unmounts: 1 });
  });

  it('opens and closes the sheet by its methods, unless the page prevents it', async () => {
    const card = await add('<busker-card profile="ada"></busker-card>');
    await turn(() => card.openTip(5));
    expect(seen.props?.controls.state().sheet).toEqual({ open: true, amount: '5' });
    await turn(() => card.closeTip());
    expect(seen.props?.controls.state().sheet.open).toBe(false);
    card.addEventListener('busker-tip-open', (event) => event.preventDefault());
    await turn(() => card.openTip());
    expect(seen.props?.controls.state().sheet.open).toBe(false);
  });

  it('requests its profile at once, and renders only when it comes near', async () => {
    expect(far.asked).toEqual([]);
    const card = await add('<busker-card profile="ada"></busker-card>');
    expect({ asked: far.asked, mounts: seen.mounts }).toEqual({ asked: ['ada'], mounts: 1 });
    far.hold = true;
    await turn(() => document.body.append(make()));
    expect(seen.mounts).toBe(1);
    await turn(() => far.come());
    expect(seen.mounts).toBe(2);
    far.hold = false;
    expect(card.isConnected).toBe(true);
  });

  it('shows the page’s own links until it renders', async () => {
    far.hold = true;
    const card = await add('<busker-card><a href="https://example.com/">A link</a></busker-card>');
    expect(card.shadowRoot?.querySelector('slot')?.assignedElements()).toHaveLength(1);
    far.hold = false;
  });

  it('shows the page’s own links again after an error in its tree', async () => {
    const card = await add('<busker-card><a href="https://example.com/">A link</a></busker-card>');
    expect(card.shadowRoot?.querySelector('slot')).toBeNull();
    fails = true;
    await turn(() => card.setAttribute('theme', 'dark'));
    fails = false;
    expect(card.shadowRoot?.querySelector('input')).toBeNull();
    expect(card.shadowRoot?.querySelectorAll('slot')).toHaveLength(1);
    expect(card.shadowRoot?.querySelector('slot')?.assignedElements()).toHaveLength(1);
    expect(reported.splice(0)).toEqual([new Error('The card has a fault')]);
  });

  // Holds tag-081.
  it('leaves other cards alone after an error, and draws again at the next change of its tag', async () => {
    const card = await add('<busker-card profile="ada"></busker-card>');
    const other = make();
    await turn(() => document.body.append(other));
    fails = true;
    await turn(() => card.setAttribute('theme', 'dark'));
    fails = false;
    expect(other.shadowRoot?.querySelector('input')).not.toBeNull();
    await turn(() => card.setAttribute('theme', 'light'));
    expect(card.shadowRoot?.querySelector('input')).not.toBeNull();
    expect(card.shadowRoot?.querySelector('slot')).toBeNull();
    expect(reported.splice(0)).toHaveLength(1);
  });

  it('keeps the page’s own links after an error in its first rendering', async () => {
    fails = true;
    await add('<busker-card><a href="https://example.com/">A link</a></busker-card>');
    fails = false;
    expect(reported.splice(0)).toEqual([new Error('The card has a fault')]);
    const shadow = document.querySelector('busker-card')?.shadowRoot;
    expect(shadow?.querySelector('slot')?.assignedElements()).toHaveLength(1);
  });

  // Holds web-037.
  it('does not change when its script runs a second time', () => {
    const before = customElements.get('busker-card');
    expect(() => defineCard({ tree: Tree })).not.toThrow();
    expect(customElements.get('busker-card')).toBe(before);
  });
});

describe('the tree of a card', () => {
  // Compiles the chunk before the first test, so that no test waits for it.
  beforeAll(() => import('../late/late-parts').then(() => undefined));

  const answer = ok(sampleProfile());
  const reading = Promise.resolve(answer);
  const count = vi.fn<CardServices['count']>();
  const services: CardServices = {
    defaultHost: 'https://busker.example',
    assetsOf: () => '',
    profilesOf: () => ({ read: () => reading }),
    readFile: () => reading,
    count,
  };

  /** A card in a page, and every element that it has rendered. */
  async function drawCard(answerIsThere: boolean) {
    const host = document.createElement('div');
    host.setAttribute('profile', 'ada');
    document.body.replaceChildren(host);
    const shadow = host.attachShadow({ mode: 'open' });
    const drawn: string[] = [];
    const watch = new MutationObserver((changes) =>
      changes.forEach(({ addedNodes }) => addedNodes.forEach(({ nodeName }) => drawn.push(nodeName))),
    );
    watch.observe(shadow, { childList: true });
    arrivedAnswers.clear();
    if (answerIsThere) arrivedAnswers.set(',ada,', answer);
    const Tree = createCardTree(services);
    const root = createRoot(shadow);
    await act(async () =>
      root.render(
        <Tree
          settings={readFirst((name) => host.getAttribute(name))}
          controls={createControls(host)}
          shadow={shadow}
        />,
      ),
    );
    await act(async () => {
      await expect.poll(() => shadow.querySelector('a.link')).not.toBeNull();
    });
    const links = shadow.querySelectorAll('a.link').length;
    await act(async () => root.unmount());
    watch.disconnect();
    return { drawn, links };
  }

  it('shows the page’s own links until the profile has loaded', async () => {
    const { drawn, links } = await drawCard(false);
    expect(drawn[0]).toBe('SLOT');
    expect(links).toBeGreaterThan(0);
  });

  // Holds tag-190.
  it('leaves no trace in the page when it is drawn ahead: no element, no event, no count', async () => {
    const heard = vi.fn<(event: Event) => void>();
    document.addEventListener('busker-ready', heard);
    count.mockClear();
    const before = document.documentElement.outerHTML;
    await act(async () => drawAhead(services));
    expect(document.documentElement.outerHTML).toBe(before);
    expect(heard).not.toHaveBeenCalled();
    expect(count).not.toHaveBeenCalled();
    document.removeEventListener('busker-ready', heard);
  });

  it('shows a profile that has already arrived in its first render', async () => {
    const { drawn, links } = await drawCard(true);
    expect(drawn).toEqual(['DIV']);
    expect(links).toBeGreaterThan(0);
  });
});

describe('the style contract', () => {
  const sources = readdirSync('widget', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.(test|stories)\.|-contract\.ts$/.test(file))
    .map((file) => readFileSync(`widget/${file}`, 'utf8'))
    .join('\n');

  const found = (pattern: RegExp): string[] =>
    [...new Set([...sources.matchAll(pattern)].flatMap(([, names]) => names?.split(/\s+/) ?? []))].toSorted();

  // Holds tag-050.
  test('lists exactly the parts of the card', () => {
    expect(found(/\bpart="([^"]+)"/g)).toEqual(Object.keys(partContract).toSorted());
  });

  // Holds tag-050.
  test('lists exactly the custom properties that the card reads', () => {
    expect(found(/var\(\s*--busker-([a-z-]+)/g)).toEqual(Object.keys(customPropertyContract).toSorted());
  });
});

describe('own presses', () => {
  let host: HTMLElement;
  let shadow: ShadowRoot;
  const heard = vi.fn<(event: Event) => void>();
  const kinds = ['click', 'auxclick', 'dblclick', 'keydown'];

  beforeEach(() => {
    // In no document: another test of this worker may have defined the tag, and nothing is to be mounted.
    const block = document.createElement('a');
    block.setAttribute('href', '/gone.html');
    host = block.appendChild(document.createElement('busker-card'));
    shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    shadow.innerHTML = `<div><p>Text</p><button>Pay</button><a href="/ada"><span>Link</span></a>
    <label>Choice <input type="checkbox"></label><details><summary>More</summary></details></div>`;
    for (const kind of kinds) {
      host.addEventListener(kind, keepPress);
      block.addEventListener(kind, heard);
    }
  });
  afterEach(() => {
    heard.mockReset();
  });

  /** Whether the page's handlers hear of it, and whether its default action is left. */
  function press(at: Element | null, event: Event = new MouseEvent('click', given)) {
    at?.dispatchEvent(event);
    return { heard: heard.mock.calls.length > 0, does: !event.defaultPrevented };
  }
  const given = { bubbles: true, composed: true, cancelable: true };
  const inside = (selector: string) => shadow.querySelector(selector);

  describe('a press inside a card that lies in a link', () => {
    // Holds tag-140.
    it.each(['div', 'p', 'button'])('on %s follows nothing and is not heard outside', (selector) => {
      expect(press(inside(selector))).toEqual({ heard: false, does: false });
    });

    // Holds tag-140.
    it.each(['a', 'span', 'label', 'input', 'summary'])(
      'on %s does what it does, and is not heard outside',
      (selector) => {
        expect(press(inside(selector))).toEqual({ heard: false, does: true });
      },
    );

    // Holds tag-140.
    it('by Enter is not heard outside; other keys are', () => {
      const key = (name: string) => new KeyboardEvent('keydown', { ...given, key: name });
      expect(press(inside('button'), key('Enter'))).toEqual({ heard: false, does: true });
      expect(press(inside('button'), key(' '))).toEqual({ heard: false, does: true });
      expect(press(inside('button'), key('Escape'))).toEqual({ heard: true, does: true });
    });
  });

  // Holds tag-140.
  it("leaves the page's own links in the tag to the page", () => {
    const own = host.appendChild(document.createElement('a'));
    own.setAttribute('href', '/own');
    expect(press(own)).toEqual({ heard: true, does: true });
  });

  // Holds tag-140.
  it("keeps presses around the payment form, which lies in the tag, from the block's link", () => {
    const form = host.appendChild(document.createElement('div'));
    form.setAttribute('slot', 'busker-payment');
    expect(press(form)).toEqual({ heard: false, does: false });
  });
});

const all: Readonly<Record<BuskerEventName, boolean>> = {
  'busker-ready': false,
  'busker-link-click': true,
  'busker-tip-open': true,
  'busker-tip-start': false,
  'busker-tip-success': false,
  'busker-tip-cancel': false,
  'busker-tip-error': false,
};

/** A card inside another component's shadow root, and a listener on the page. */
function inAComponent() {
  const component = document.createElement('div');
  const card = document.createElement('span');
  component.attachShadow({ mode: 'open' }).append(card);
  document.body.append(component);
  return emitFrom(card);
}

describe('the events of the card', () => {
  // Holds web-036, tag-046.
  it.each(Object.entries(all) as [BuskerEventName, boolean][])(
    'reach the page through any shadow root, and can be prevented where promised: %s',
    (name, canBePrevented) => {
      const emit = inAComponent();
      const received: unknown[] = [];
      const listening = new AbortController();
      const onEvent = (event: Event) => {
        received.push((event as CustomEvent).detail);
        event.preventDefault();
      };
      document.addEventListener(name, onEvent, { signal: listening.signal });
      const detail = { handle: 'ada' } as never;
      expect(emit(name, detail)).toBe(!canBePrevented);
      expect(received).toEqual([{ handle: 'ada' }]);
      listening.abort();
      expect(emit(name, detail)).toBe(true);
    },
  );
});

describe('attributes', () => {
  const names = Object.values(attributeNames);
  const reading = (given: Readonly<Record<string, string>>) => readSettings((name) => given[name] ?? null);

  afterEach(() => vi.unstubAllGlobals());

  describe('the attributes of the tag', () => {
    // Holds web-033.
    it.each(['', 'goal', 'true', 'yes', 'on', '1', 'off', 'false', 'no', '0', ' OFF ', 'False'])(
      'reads a bare attribute as on and every clear no as off: %s',
      (written) => {
        const isNo = /^(off|false|no|0)$/i.test(written.trim());
        expect(reading({ goal: written }).goal).toBe(!isNo);
        expect(reading({ tips: written, links: written })).toMatchObject({ tips: !isNo, links: !isNo });
      },
    );

    // Holds tag-009.
    it('have their defaults when absent, empty or only spaces', () => {
      const none = reading({});
      for (const space of ['', '  '])
        for (const name of names.filter((each) => each !== 'goal'))
          expect(reading({ [name]: space }), name).toEqual(none);
      expect(none).toMatchObject({ tips: true, links: true, pay: null, goal: null, wall: null });
    });

    // Holds tag-010.
    it('report unknown values and ignore them', () => {
      const { layout, theme, pay, misread } = reading({ layout: 'sidebar', theme: 'DARK ', pay: 'later' });
      expect({ layout, theme, pay }).toEqual({ layout: null, theme: 'dark', pay: null });
      expect(misread).toEqual([
        ['layout', 'sidebar'],
        ['pay', 'later'],
      ]);
    });

    it.each([
      ['accent', 'blurple', null],
      ['locale', 'de_', null],
      ['src', 'https://[', null],
      ['host', 'busker', null],
      ['amounts', 'five,10', 'five,10'],
      ['wall', 'lots', null],
    ] as const)('name what they do not understand: %s="%s"', (name, written, left) => {
      vi.stubGlobal('CSS', { supports: (_: string, colour: string) => colour !== 'blurple' });
      const settings = reading({ [name]: written });
      expect(settings[name]).toEqual(left);
      expect(settings.misread).toEqual([[name, written]]);
    });

    it('name nothing that they understand', () => {
      const settings = [
        reading({
          accent: 'rebeccapurple',
          locale: 'auto',
          src: 'ada.json',
          amounts: '3, 5.50;$10',
          wall: '6',
        }),
        reading({ accent: 'var(--brand)', locale: 'zh-Hant-TW', wall: '', amounts: '' }),
        ...['de_DE', 'de_DE.UTF-8', 'en-US@posix'].map((locale) => reading({ locale })),
      ];
      expect(settings.flatMap(({ misread }) => misread)).toEqual([]);
    });

    it('read any common notation of a handle, a host and a list of amounts', () => {
      expect(
        reading({ profile: ' @Ada ', host: 'https://busker.example/x/?y', amounts: '3, 5;10' }),
      ).toMatchObject({ profile: 'ada', host: 'https://busker.example', amounts: '3, 5;10' });
      expect(reading({ host: 'busker' }).host).toBeNull();
      expect(reading({ host: 'mailto:ada@example.com' }).host).toBeNull();
    });

    it('never throw, for any input', () => {
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom(...names), fc.string()), (given) => {
          const { wall, host, src } = reading(given);
          expect(wall === null || !Number.isNaN(wall)).toBe(true);
          expect(host === null || new URL(host).origin === host).toBe(true);
          expect(src === null || URL.canParse(src, document.baseURI)).toBe(true);
        }),
      );
    });
  });
});
