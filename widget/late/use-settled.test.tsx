import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSettled } from './use-settled';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

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

describe('the value that a card shows', () => {
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
