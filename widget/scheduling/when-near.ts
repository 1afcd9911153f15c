import { nearMargin } from './is-near';

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/**
 * Calls back once when the element comes near the visible part of the page, or at once if the browser has no observer. Several elements are called in
 * turns. One observer serves every card of the page; an element that was removed is forgotten when the next one comes.
 */
export function whenNear(element: Element, callback: () => void): void {
  if (typeof IntersectionObserver === 'undefined') return callback();
  observer ??= watch();
  for (const other of waiting.keys()) if (!other.isConnected) end(other);
  waiting.set(element, callback);
  observer.observe(element);
}

function watch(): IntersectionObserver {
  // Keyboard users jump from link to link, however far: cards in between must be mounted.
  addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') for (const element of waiting.keys()) come(element);
  });
  return new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) come(target);
    },
    { rootMargin: `${nearMargin}px` },
  );
}

function come(element: Element): void {
  const callback = waiting.get(element);
  end(element);
  if (callback) inTurns(callback);
}

function end(element: Element): void {
  waiting.delete(element);
  observer?.unobserve(element);
}

const queue: (() => void)[] = [];
let channel: MessageChannel | null = null;
let running = false;

/**
 * Runs the first piece of work now and each further piece in its own task. Otherwise fifty cards whose profiles arrive in one answer would block the
 * main thread. It posts messages, because nested timers wait 4 ms each.
 */
export function inTurns(work: () => void): void {
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = next;
  }
  queue.push(work);
  if (!running) next();
}

function next(): void {
  const work = queue.shift();
  running = work !== undefined;
  if (!work) return;
  channel?.port2.postMessage(0);
  work();
}
