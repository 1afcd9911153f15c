import { describe, expect, it } from 'vitest';
import { emitFrom, type BuskerEventName } from './controls';

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
