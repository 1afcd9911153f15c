import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** An observer that sees what the test says. */
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
  const { whenNear } = await import('./when-near');
  const card = document.createElement('p');
  const come = vi.fn<() => void>();
  return { whenNear, card, come };
}

beforeEach(() => {
  Observer.made = 0;
  vi.stubGlobal('IntersectionObserver', Observer);
});
afterEach(() => vi.unstubAllGlobals());

it('calls back once, when the element comes near, and watches it no more', async () => {
  const { whenNear, card, come } = await fresh();
  whenNear(card, come);
  Observer.last?.sees(card, false);
  expect(come).not.toHaveBeenCalled();
  Observer.last?.sees(card);
  Observer.last?.sees(card);
  expect(come).toHaveBeenCalledTimes(1);
  expect(Observer.last?.observed.size).toBe(0);
});

it('serves every card of the page by one observer', async () => {
  const { whenNear, come } = await fresh();
  for (let count = 0; count < 50; count += 1) whenNear(document.createElement('p'), come);
  expect(Observer.made).toBe(1);
  expect(Observer.last?.observed.size).toBe(50);
});

it('does not call back after it was ended', async () => {
  const { whenNear, card, come } = await fresh();
  whenNear(card, come)();
  Observer.last?.sees(card);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  expect(come).not.toHaveBeenCalled();
});

it('makes every card ready for whoever goes by the keyboard', async () => {
  const { whenNear, card, come } = await fresh();
  whenNear(card, come);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  expect(come).not.toHaveBeenCalled();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  expect(come).toHaveBeenCalledTimes(1);
});

it('calls back at once where nothing can tell what is near', async () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  const { whenNear, card, come } = await fresh();
  whenNear(card, come);
  expect(come).toHaveBeenCalledTimes(1);
});
