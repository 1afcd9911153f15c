import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../attributes/attributes';
import type { ReadyProps } from '../card/card-props';
import { useStore } from '../hooks/use-store';
import { en } from '../messages/en-card';
import { askForTip, createControls, isSheetOpen, type Controls } from '../signals/controls';
import { sampleProfile } from '../testing/sample-profile';
import { keepPresses } from './card-driver';
import { useSettled } from './use-settled';
import { useSheet } from './use-sheet';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

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
    keepPresses(host);
    for (const kind of kinds) block.addEventListener(kind, heard);
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

describe('the value that a card shows', () => {
  let root: Root;
  let host: HTMLElement;
  let busy = false;

  function Shown({ value }: { readonly value: string }) {
    return <p>{useSettled(host, value, () => false)}</p>;
  }
  const show = (value: string) => act(async () => root.render(<Shown value={value} />));
  const shown = () => host.querySelector('p')?.textContent;
  /** Fires the event and waits for the next task. */
  const dispatch = (type: string) =>
    act(async () => {
      host.dispatchEvent(new Event(type));
      vi.advanceTimersByTime(0);
    });

  beforeEach(() => {
    vi.useFakeTimers();
    host = document.createElement('div');
    document.body.append(host);
    // happy-dom has no `:active`.
    vi.spyOn(host, 'matches').mockImplementation((what) => busy && what.includes(':focus-within'));
    busy = false;
    root = createRoot(host);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('is the first value at once, also under a finger', async () => {
    busy = true;
    await show('one');
    expect(shown()).toBe('one');
  });

  it('is the newest at once while it is not used', async () => {
    await show('one');
    await show('two');
    expect(shown()).toBe('two');
  });

  // Holds tag-006.
  it.each(['pointerup', 'pointercancel', 'focusout', 'keyup'])(
    'stays the same under a pointer or the focus, until %s',
    async (end) => {
      await show('one');
      busy = true;
      await show('two');
      await show('three');
      expect(shown()).toBe('one');
      await dispatch(end);
      expect(shown()).toBe('one');
      busy = false;
      await dispatch(end);
      expect(shown()).toBe('three');
    },
  );

  it('is the newest at once in a dialog that took the focus by itself', async () => {
    document.body.appendChild(document.createElement('dialog')).append(host);
    await show('one');
    busy = true;
    await show('two');
    expect(shown()).toBe('two');
  });

  it.each(['pointerup', 'keyup'])(
    'stays as it is in a dialog once the fan has used the card (%s)',
    async (use) => {
      document.body.appendChild(document.createElement('dialog')).append(host);
      await show('one');
      busy = true;
      await dispatch(use);
      await show('two');
      expect(shown()).toBe('one');
      busy = false;
      await dispatch('focusout');
      expect(shown()).toBe('two');
    },
  );
});

describe('the part that holds the sheet', () => {
  type SheetPart = NonNullable<ReturnType<typeof useSheet>['part']>;

  let part: SheetPart;
  let root: Root;
  let controls: Controls;
  let shadow: ShadowRoot;
  let isOnline: boolean;
  let asked: number;

  const load = async (): Promise<SheetPart> => {
    asked += 1;
    if (!isOnline) throw new Error('The chunk did not load');
    return part;
  };

  function Card() {
    const props: ReadyProps = {
      settings: readSettings(() => null),
      controls,
      shadow,
      host: 'https://busker.example',
      isFile: false,
      assets: '',
      count: () => undefined,
      profile: sampleProfile(),
      language: { locale: 'en', texts: en },
    };
    const open = useStore(controls, isSheetOpen);
    const sheet = useSheet(props, open, load);
    return `${sheet.state} ${sheet.part && open ? 'shown' : 'hidden'}`;
  }

  beforeAll(async () => {
    part = await import('../sheet/tip-sheet');
  });
  beforeEach(async () => {
    const host = document.body.appendChild(document.createElement('div'));
    asked = 0;
    isOnline = false;
    controls = createControls(host);
    shadow = host.attachShadow({ mode: 'open' });
    root = createRoot(shadow);
    await act(async () => root.render(<Card />));
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
  });

  const press = () => act(async () => askForTip(controls, null));
  const shown = () => shadow.textContent;

  it('tries again at each press, shows each failure, and opens the sheet once the network is back', async () => {
    for (const count of [1, 2, 3]) {
      await press();
      expect({ shown: shown(), asked }).toEqual({ shown: 'failed hidden', asked: count });
    }
    isOnline = true;
    await press();
    expect(shown()).toBe('quiet shown');
  });

  it('does not open by itself when the network is back', async () => {
    await press();
    isOnline = true;
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect({ shown: shown(), open: controls.state().sheet.open }).toEqual({
      shown: 'failed hidden',
      open: false,
    });
  });
});
