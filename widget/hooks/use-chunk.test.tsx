import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useChunk } from './use-chunk';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let answers: (string | null)[];
let asked: number;

/** Returns the next answer; null is a load that fails. */
const load = async () => {
  asked += 1;
  const part = answers.shift() ?? null;
  if (part === null) throw new Error('The chunk did not load');
  return part;
};

function Part({ wanted }: { readonly wanted: boolean }) {
  const chunk = useChunk(load, wanted);
  return chunk.at === 'ready' ? chunk.part : chunk.at;
}

beforeEach(() => {
  asked = 0;
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const show = (wanted: boolean) => act(async () => root.render(<Part wanted={wanted} />));
const comeOnline = () => act(async () => void window.dispatchEvent(new Event('online')));
const shown = () => document.body.textContent;

it('loads nothing before it is wanted', async () => {
  answers = ['part'];
  await show(false);
  expect({ shown: shown(), asked }).toEqual({ shown: 'closed', asked: 0 });
});

it('tries again whenever it is wanted again, after any number of failures', async () => {
  answers = [null, null, 'part'];
  for (const expected of ['failed', 'failed', 'part']) {
    await show(true);
    expect(shown()).toBe(expected);
    await show(false);
  }
});

it('tries again when the browser is back online, while it is still wanted', async () => {
  answers = [null, 'part'];
  await show(true);
  expect(shown()).toBe('failed');
  await comeOnline();
  expect(shown()).toBe('part');
});

it('sends no more requests once it has loaded or is no longer wanted', async () => {
  answers = [null];
  await show(true);
  await show(false);
  await comeOnline();
  expect(asked).toBe(1);
  answers = ['part'];
  await show(true);
  await comeOnline();
  expect({ shown: shown(), asked }).toEqual({ shown: 'part', asked: 2 });
});

it('loads once where a minifier makes the function that loads anew in every render', async () => {
  answers = ['part', 'part', 'part', 'part', 'part'];
  let made = 0;
  const anotherLoad = () => {
    made += 1;
    // Ends also where each render loads.
    return made > 5 ? load : () => load();
  };
  const Minified = () => useChunk(anotherLoad(), true).at;
  await act(async () => root.render(<Minified />));
  expect({ shown: shown(), asked }).toEqual({ shown: 'ready', asked: 1 });
});

it('tries again in another round, while it is still wanted', async () => {
  answers = [null, 'part'];
  const Round = ({ round }: { readonly round: number }) => useChunk(load, true, round).at;
  for (const [round, at] of ['failed', 'ready'].entries()) {
    await act(async () => root.render(<Round round={round} />));
    expect({ shown: shown(), asked }).toEqual({ shown: at, asked: round + 1 });
  }
});
