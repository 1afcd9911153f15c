import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail, type Result } from '../../core/base/result';
import { closeSheet, createControls, type Controls } from '../signals/controls';
import { enTip } from '../messages/en-tip';
import type { OpenSurface, PaymentSurface, SurfaceFault } from '../payment/payment-surface';
import { fakeController, stage, type FakeController } from '../testing/fake-controller';
import { scriptedSurface } from '../preview/scripted-surface';
import { useStore } from '../hooks/use-store';
import { CardPlace } from './card-place';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Loading the pay step may take longer than Vitest's one second where a build runs beside. */
const patience = { timeout: 60_000 };

let root: Root;
let controls: Controls;
let made: FakeController;
let opened: { readonly place: HTMLElement; readonly answer: (given: SurfaceAnswer) => void }[];

type SurfaceAnswer = Result<PaymentSurface, SurfaceFault>;

/** A card form whose answers the test gives. */
const slowSurface: OpenSurface = ({ place }) =>
  new Promise((answer) => {
    opened.push({ place, answer });
  });

function Place() {
  const now = useStore(made.controller);
  return now.stage.at === 'choosing' ? null : (
    <CardPlace controls={controls} controller={made.controller} messages={enTip} flow={now} />
  );
}

beforeEach(async () => {
  const host = document.body.appendChild(document.createElement('div'));
  controls = createControls(host);
  opened = [];
  made = fakeController({}, slowSurface);
  root = createRoot(host.attachShadow({ mode: 'open' }));
  controls.set({ sheet: { open: true, amount: null } });
  await act(async () => root.render(<Place />));
  await act(async () => made.controller.edit({ amount: { by: 'preset', minorUnits: 500 } }));
  await act(async () => {
    await vi.waitUntil(() => opened.length === 1, patience);
  });
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

/** Answers the n-th opening of the card form. */
const answer = (index: number, given: SurfaceAnswer) => act(async () => opened[index]?.answer(given));
const openAgain = () => act(async () => controls.set({ sheet: { open: true, amount: null } }));
const close = () => act(async () => closeSheet(controls));
const form = async (): Promise<SurfaceAnswer> => {
  const place = document.createElement('div');
  return scriptedSurface()({ place, look: {}, amount: 500, currency: 'usd' } as never);
};

it.each<SurfaceFault>(['deformed', 'timeout', 'blocked'])(
  'ignores a form (%s) that was still loading when the sheet closed, and loads a new one at the next opening',
  async (fault) => {
    await close();
    await answer(0, fail(fault));
    expect(made.controller.state().way).toEqual({ by: 'card-form' });
    await openAgain();
    expect(opened.map(({ place }) => place.isConnected)).toEqual([false, true]);
    await answer(1, await form());
    expect(stage(made)).toBe('paying');
  },
);

it('after a second opening, only the new form counts', async () => {
  await close();
  await openAgain();
  await answer(0, fail('deformed'));
  await answer(1, await form());
  expect({ stage: stage(made), way: made.controller.state().way.by }).toEqual({
    stage: 'paying',
    way: 'card-form',
  });
});

it('keeps a loaded form and its input when the sheet closes', async () => {
  await answer(0, await form());
  await close();
  await openAgain();
  expect(opened.map(({ place }) => place.isConnected)).toEqual([true]);
});

it('leaves no copy of the form’s place when the page rewrites its own markup', async () => {
  const host = controls.element;
  const places = () => [...host.children].filter(({ slot }) => slot === 'busker-pay');
  await answer(0, await form());
  await act(async () => {
    host.innerHTML += '<p>Another line</p>';
  });
  await act(async () => {
    await vi.waitUntil(() => opened.length === 2, patience);
  });
  expect(places()).toEqual([opened[1]?.place]);
  expect(host.querySelector('p')?.textContent).toBe('Another line');
});

// Holds tag-104.
it('a page that takes the form away each time: after three repairs the sheet leads to the hosted page', async () => {
  const removed: Node[] = [];
  const undo = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) {
        const place = node as HTMLElement;
        if (place.slot === 'busker-pay') removed.push(place);
        place.remove();
      }
  });
  undo.observe(controls.element, { childList: true });
  opened[0]?.place.remove();
  const { state } = made.controller;
  while (state().way.by !== 'hosted') await act(async () => {});
  expect(state()).toMatchObject({ way: { why: 'removed' }, stage: { at: 'paying' }, notice: null });
  expect(removed).toHaveLength(3);
  undo.disconnect();
});

/** The page takes the form away, and the sheet puts the next one there. */
async function takeAway(): Promise<void> {
  const before = opened.length;
  await act(async () => opened.at(-1)?.place.remove());
  await act(async () => {
    await vi.waitUntil(() => opened.length > before || made.controller.state().way.by === 'hosted', patience);
  });
  if (opened.length > before) await answer(opened.length - 1, await form());
}

// Holds tag-104.
it('a page that takes the ready form away every few seconds gets it back three times, and keeps what was typed', async () => {
  await answer(0, await form());
  await act(async () => made.controller.edit({ name: 'Kim', message: 'Encore' }));
  for (let time = 0; time < 3; time += 1) await takeAway();
  expect(stage(made)).toBe('paying');
  await takeAway();
  expect(made.controller.state()).toMatchObject({
    way: { by: 'hosted', why: 'removed' },
    form: { name: 'Kim', message: 'Encore', amount: { minorUnits: 500 } },
    notice: null,
  });
});

// Holds tag-104.
it('counts a form that stayed for half a minute as kept', async () => {
  await answer(0, await form());
  const now = vi.spyOn(performance, 'now');
  for (let time = 1; time < 6; time += 1) {
    now.mockReturnValue(time * 31_000);
    await takeAway();
  }
  now.mockRestore();
  expect(made.controller.state()).toMatchObject({ way: { by: 'card-form' }, stage: { at: 'paying' } });
});

// Holds tag-104.
it('a tag that the page moves every few seconds gets its form back three times', async () => {
  await answer(0, await form());
  for (let moves = 1; moves <= 4; moves += 1) {
    await act(async () => controls.set({ moves }));
    if (made.controller.state().way.by === 'hosted') break;
    await act(async () => {
      await vi.waitUntil(() => opened.length === moves + 1, patience);
    });
    await answer(moves, await form());
  }
  expect(opened).toHaveLength(4);
  expect(made.controller.state()).toMatchObject({
    way: { by: 'hosted', why: 'removed' },
    stage: { at: 'paying' },
  });
});
