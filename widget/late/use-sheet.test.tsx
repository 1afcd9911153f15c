import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readSettings } from '../attributes/attributes';
import { askForTip, createControls, isSheetOpen, type Controls } from '../signals/controls';
import { en } from '../messages/en-card';
import { sampleProfile } from '../testing/sample-profile';
import { useStore } from '../hooks/use-store';
import type { ReadyProps } from '../card/card-props';
import { useSheet } from './use-sheet';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

type SheetPart = NonNullable<ReturnType<typeof useSheet>['part']>;

let part: SheetPart;
let root: Root;
let controls: Controls;
let shadow: ShadowRoot;
let isOnline: boolean;
let asked: number;

const load = async (): Promise<SheetPart> => {
  asked += 1;
  if (!isOnline) throw new Error('The chunk did not load');
  return part;
};

function Card() {
  const props: ReadyProps = {
    settings: readSettings(() => null),
    controls,
    shadow,
    host: 'https://busker.example',
    isFile: false,
    assets: '',
    count: () => undefined,
    profile: sampleProfile(),
    language: { locale: 'en', texts: en },
  };
  const open = useStore(controls, isSheetOpen);
  const sheet = useSheet(props, open, load);
  return `${sheet.state} ${sheet.part && open ? 'shown' : 'hidden'}`;
}

beforeAll(async () => {
  part = await import('../sheet/tip-sheet');
});
beforeEach(async () => {
  const host = document.body.appendChild(document.createElement('div'));
  asked = 0;
  isOnline = false;
  controls = createControls(host);
  shadow = host.attachShadow({ mode: 'open' });
  root = createRoot(shadow);
  await act(async () => root.render(<Card />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const press = () => act(async () => askForTip(controls, null));
const shown = () => shadow.textContent;

it('tries again at each press, shows each failure, and opens the sheet once the network is back', async () => {
  for (const count of [1, 2, 3]) {
    await press();
    expect({ shown: shown(), asked }).toEqual({ shown: 'failed hidden', asked: count });
  }
  isOnline = true;
  await press();
  expect(shown()).toBe('quiet shown');
});

it('does not open by itself when the network is back', async () => {
  await press();
  isOnline = true;
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect({ shown: shown(), open: controls.state().sheet.open }).toEqual({
    shown: 'failed hidden',
    open: false,
  });
});
