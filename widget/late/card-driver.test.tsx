import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../attributes/attributes';
import type { ReadyProps } from '../card/card-props';
import { useStore } from '../hooks/use-store';
import { en } from '../messages/en-card';
import { askForTip, createControls, isSheetOpen, type Controls } from '../signals/controls';
import { sampleProfile } from '../testing/sample-profile';
import { useSettled } from './card-driver';
import { useSheet } from './frame-driver';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

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
  let prepares: Set<() => void>;

  const load = async (): Promise<SheetPart> => {
    asked += 1;
    if (!isOnline) throw new Error('The chunk did not load');
    return part;
  };

  const settings = readSettings(() => null);
  const profile = sampleProfile();
  const language = { locale: 'en', texts: en } as const;

  function Card() {
    const props: ReadyProps = {
      settings,
      controls,
      shadow,
      host: 'https://busker.example',
      isFile: false,
      assets: '',
      count: () => undefined,
      profile,
      language,
    };
    const open = useStore(controls, isSheetOpen);
    // As minifiers of sites write it: another function in every render.
    const sheet = useSheet(props, open, () => load());
    prepares.add(sheet.prepare);
    return `${sheet.state} ${sheet.part && open ? 'shown' : 'hidden'}`;
  }

  beforeAll(async () => {
    part = await import('../sheet/tip-sheet');
  });
  beforeEach(async () => {
    const host = document.body.appendChild(document.createElement('div'));
    asked = 0;
    prepares = new Set();
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

  it('prepares by one function, so that the card is not drawn without end', async () => {
    isOnline = true;
    await press();
    expect({ shown: shown(), prepares: prepares.size }).toEqual({ shown: 'quiet shown', prepares: 1 });
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
