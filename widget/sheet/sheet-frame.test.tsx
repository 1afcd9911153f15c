import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { enTip } from '../messages/en-tip';
import { SheetFrame } from './sheet-frame';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let shadow: ShadowRoot;
let opener: HTMLButtonElement;

beforeEach(() => {
  const host = document.body.appendChild(document.createElement('div'));
  shadow = host.attachShadow({ mode: 'open' });
  opener = shadow.appendChild(document.createElement('button'));
  root = createRoot(shadow.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const show = (open: boolean, locked = false) =>
  act(async () =>
    root.render(
      <SheetFrame
        messages={enTip}
        title="Tip Ada"
        subtitle={null}
        shadow={shadow}
        open={open}
        locked={locked}
        onClose={() => undefined}
      >
        <input />
      </SheetFrame>,
    ),
  );
const dialog = () => shadow.querySelector('[role=dialog]');

it('gives the focus to its heading, not to the dialog, all of whose words would be spoken at once', async () => {
  opener.focus();
  await show(true);
  expect(shadow.activeElement?.textContent).toBe('Tip Ada');
  await show(false);
  expect(shadow.activeElement).toBe(opener);
});

it('keeps a screen reader from the page beneath it, but not from the bank’s dialog above it', async () => {
  await show(true);
  expect(dialog()?.getAttribute('aria-modal')).toBe('true');
  await show(true, true);
  expect(dialog()?.getAttribute('aria-modal')).toBe('false');
});
