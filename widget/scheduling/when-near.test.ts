import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTurns } from './when-near';

describe('near the window', () => {
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
    const { whenNear } = await import('./when-near');
    const card = document.body.appendChild(document.createElement('p'));
    const come = vi.fn<() => void>();
    return { whenNear, card, come };
  }

  beforeEach(() => {
    Observer.made = 0;
    vi.stubGlobal('IntersectionObserver', Observer);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });

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
    for (let count = 0; count < 50; count += 1)
      whenNear(document.body.appendChild(document.createElement('p')), come);
    expect(Observer.made).toBe(1);
    expect(Observer.last?.observed.size).toBe(50);
  });

  it('forgets an element that was removed', async () => {
    const { whenNear, card, come } = await fresh();
    whenNear(card, come);
    card.remove();
    whenNear(document.body.appendChild(document.createElement('p')), () => undefined);
    expect(Observer.last?.observed.has(card)).toBe(false);
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    expect(come).not.toHaveBeenCalled();
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
});

describe('in turns', () => {
  /** Queues three pieces; what they do is appended to the answer. */
  function queueThree(): string[] {
    const done: string[] = [];
    for (const name of ['a', 'b', 'c'])
      inTurns(() => {
        done.push(name);
        // Microtasks run before the next task, so this one would come last if both pieces ran in one task.
        queueMicrotask(() => done.push(`after ${name}`));
      });
    return done;
  }

  it('runs the first piece at once and each other one in its own task, in order', async () => {
    let done: string[] = [];
    // Work of an earlier test may still be queued: then nothing runs at once.
    await expect
      .poll(() => {
        done = queueThree();
        return [...done];
      })
      .toEqual(['a']);
    await expect.poll(() => done).toEqual(['a', 'after a', 'b', 'after b', 'c', 'after c']);
  });

  it('runs a piece at once again when the queue is empty', async () => {
    const isDoneAtOnce = () => {
      let done = false;
      inTurns(() => {
        done = true;
      });
      return done;
    };
    await expect.poll(isDoneAtOnce).toBe(true);
  });
});
