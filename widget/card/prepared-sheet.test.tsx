import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../attributes/attributes';
import { createControls, type Controls } from '../signals/controls';
import { inMemoryTips } from '../preview/in-memory-backend';
import { sampleProfile } from '../testing/sample-profile';
import { CardFrame } from '../preview/card-frame';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let shadow: ShadowRoot;
let controls: Controls;
let tips = inMemoryTips();

// Compiles the chunk before the first test, so that no test waits for it.
beforeAll(() => import('../sheet/tip-sheet').then(() => undefined));
beforeEach(() => {
  const host = document.createElement('div');
  document.body.append(host);
  shadow = host.attachShadow({ mode: 'open' });
  root = createRoot(shadow);
  controls = createControls(host);
  tips = inMemoryTips();
});
afterEach(async () => {
  await turn(() => root.unmount());
  document.body.replaceChildren();
});

/** Runs `work` and everything that it renders. */
const turn = (work: () => void) =>
  act(async () => {
    work();
    await Promise.resolve();
  });
const show = (attributes: Readonly<Record<string, string>> = {}, profile = sampleProfile()) =>
  turn(() =>
    root.render(
      <CardFrame
        settings={readSettings((name) => attributes[name] ?? null)}
        controls={controls}
        shadow={shadow}
        host="https://busker.example"
        isFile={false}
        assets=""
        count={() => undefined}
        profile={{ at: 'ready', profile }}
        tips={tips}
      />,
    ),
  );

describe('the tip sheet', () => {
  const button = () => shadow.querySelector<HTMLElement>('button.tip');
  const dialog = () => shadow.querySelector('[role=dialog]');
  const isClosed = () => dialog()?.closest('[hidden]') !== null;
  const pointAtIt = async () => {
    await turn(() => {
      button()?.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }));
      button()?.focus();
    });
    await expect.poll(dialog).not.toBeNull();
  };
  const tap = () => turn(() => button()?.click());

  it('renders, closed, as soon as the fan hovers the button, and sends no request before the tap', async () => {
    await show();
    await pointAtIt();
    expect({ isClosed: isClosed(), 'aria-busy': button()?.getAttribute('aria-busy') }).toEqual({
      isClosed: true,
      'aria-busy': 'false',
    });
    expect(tips.calls).toEqual([]);
    const drawn = dialog();
    await tap();
    expect(dialog()).toBe(drawn);
    expect(isClosed()).toBe(false);
    expect(tips.calls.map(({ verb }) => verb)).toEqual(['startSession']);
  });

  it('opens without rendering the card again', async () => {
    let readings = 0;
    const { bio } = sampleProfile();
    // The bio changes the profile but nothing that the sheet shows.
    const profile = Object.defineProperties(sampleProfile(), {
      bio: { get: () => (readings += 1) && bio },
      toJSON: { value: () => 'ada' },
    });
    await show({}, profile);
    await pointAtIt();
    const before = readings;
    await tap();
    expect(isClosed()).toBe(false);
    expect(before).toBeGreaterThan(0);
    expect(readings).toBe(before);
  });

  it('uses the tag’s attributes at the tap, whatever they were when the fan hovered the button', async () => {
    await show({ amounts: '3,5' });
    await pointAtIt();
    await show({ amounts: '7,9' });
    await tap();
    await expect.poll(() => shadow.querySelector('.presets')?.textContent).toBe('$7.00$9.00');
  });

  it('keeps the attributes of its opening, whatever changes later', async () => {
    await show({ amounts: '3,5' });
    await tap();
    await expect.poll(dialog).not.toBeNull();
    const drawn = dialog();
    await show({ amounts: '7,9' });
    expect(dialog()).toBe(drawn);
  });
});
