import { afterEach, expect, it, vi } from 'vitest';
import { watchPage } from './watch-page';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** Animation frames run when the test calls them. */
function frames(): () => void {
  const asked: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => asked.push(callback));
  return () => asked.splice(0).forEach((run) => run(0));
}
/** Observers are called after the current task. */
const changed = () => new Promise((done) => setTimeout(done));

it('reads the page once per frame when its theme changes, however often', async () => {
  const frame = frames();
  const look = vi.fn<() => void>();
  const stop = watchPage(look);
  document.documentElement.className = 'dark';
  document.body.dataset['theme'] = 'dark';
  await changed();
  document.body.style.background = 'black';
  await changed();
  frame();
  expect(look).toHaveBeenCalledTimes(1);
  stop();
});

it('notices a late style sheet and the end of a transition around a card, but not that of a link', () => {
  const frame = frames();
  const look = vi.fn<() => void>();
  const stop = watchPage(look);
  document.body.innerHTML = '<link rel="stylesheet"><main><busker-card></busker-card></main><a>Link</a>';
  const fade = (selector: string) => {
    const event = Object.assign(new Event('transitionend', { bubbles: true }), {
      propertyName: 'background-color',
    });
    document.querySelector(selector)?.dispatchEvent(event);
    frame();
  };
  document.querySelector('link')?.dispatchEvent(new Event('load'));
  frame();
  expect(look).toHaveBeenCalledTimes(1);
  fade('a');
  expect(look).toHaveBeenCalledTimes(1);
  fade('main');
  expect(look).toHaveBeenCalledTimes(2);
  stop();
});

it('uses one set of listeners for all cards, and removes them with the last', async () => {
  const frame = frames();
  const add = vi.spyOn(document, 'addEventListener');
  const looks = [vi.fn<() => void>(), vi.fn<() => void>()];
  const stops = looks.map((look) => watchPage(look));
  expect(add.mock.calls.map(([type]) => type)).toEqual(['load', 'transitionend']);
  document.body.className = 'a';
  await changed();
  frame();
  for (const look of looks) expect(look).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
  document.body.className = 'b';
  await changed();
  frame();
  for (const look of looks) expect(look).toHaveBeenCalledTimes(1);
});
