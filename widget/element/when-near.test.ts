import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** An observer whose entries the test chooses. */
class Observer {
  static last: Observer | null = null;
  static made = 0;
  readonly observed = new Set<Element>();
  constructor(private readonly tell: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
    Observer.last = this;
    Observer.made += 1;
  }
  observe(element: Element) {
    this.observed.add(element);
  }
  unobserve(element: Element) {
    this.observed.delete(element);
  }
  sees(target: Element, isIntersecting = true) {
    if (this.observed.has(target)) this.tell([{ isIntersecting, target }]);
  }
}

async function fresh() {
  vi.resetModules();
  const { whenNear, lookAtOnce } = await import('./when-near');
  const card = document.createElement('p');
  const come = vi.fn<() => void>();
  return { whenNear, lookAtOnce, card, come };
}

beforeEach(() => {
  Observer.made = 0;
  vi.stubGlobal('IntersectionObserver', Observer);
});
afterEach(() => vi.unstubAllGlobals());

// Holds tag-036.
it('calls back once when the element comes near, then stops observing it', async () => {
  const { whenNear, card, come } = await fresh();
  whenNear(card, come);
  Observer.last?.sees(card, false);
  expect(come).not.toHaveBeenCalled();
  Observer.last?.sees(card);
  Observer.last?.sees(card);
  expect(come).toHaveBeenCalledTimes(1);
  expect(Observer.last?.observed.size).toBe(0);
});

it('uses one observer for every card of the page', async () => {
  const { whenNear, come } = await fresh();
  for (let count = 0; count < 50; count += 1) whenNear(document.createElement('p'), come);
  expect(Observer.made).toBe(1);
  expect(Observer.last?.observed.size).toBe(50);
});

it('does not call back after it was stopped', async () => {
  const { whenNear, card, come } = await fresh();
  whenNear(card, come)();
  Observer.last?.sees(card);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  expect(come).not.toHaveBeenCalled();
});

it('measures the card on request, and calls back once when it is near', async () => {
  const { whenNear, lookAtOnce, card, come } = await fresh();
  const far = vi.spyOn(card, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 9_000, 300, 600));
  whenNear(card, come);
  lookAtOnce(card);
  expect(come).not.toHaveBeenCalled();
  far.mockReturnValue(new DOMRect(0, 1_200, 300, 600));
  lookAtOnce(card);
  lookAtOnce(card);
  expect(come).toHaveBeenCalledTimes(1);
});

it('waits for a look if it is asked to, and observes a far card from then on', async () => {
  const { whenNear, lookAtOnce, card, come } = await fresh();
  vi.spyOn(card, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 9_000, 300, 600));
  whenNear(card, come, true);
  expect(Observer.last?.observed.size).toBe(0);
  lookAtOnce(card);
  expect(come).not.toHaveBeenCalled();
  Observer.last?.sees(card);
  expect(come).toHaveBeenCalledTimes(1);
});

it('does not measure one of many cards', async () => {
  const { whenNear, lookAtOnce, card, come } = await fresh();
  const measured = vi.spyOn(card, 'getBoundingClientRect');
  whenNear(document.createElement('p'), come);
  whenNear(card, come);
  lookAtOnce(card);
  expect(measured).not.toHaveBeenCalled();
});

it('mounts every card for keyboard users', async () => {
  const { whenNear, card, come } = await fresh();
  whenNear(card, come);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  expect(come).not.toHaveBeenCalled();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  expect(come).toHaveBeenCalledTimes(1);
});

it('calls back at once in a browser without IntersectionObserver', async () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  const { whenNear, card, come } = await fresh();
  whenNear(card, come);
  expect(come).toHaveBeenCalledTimes(1);
});
