import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TextField } from './text-field';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let place: HTMLElement;

function Address() {
  const [value, setValue] = useState('');
  const fault = value === '' || value.includes('@') ? null : 'Not an address';
  return <TextField label="Email" value={value} onChange={setValue} fault={fault} faultWaits />;
}

beforeEach(async () => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () => root.render(<Address />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const field = () => {
  const found = place.querySelector('input');
  if (!found) throw new Error('There is no field');
  return found;
};
const type = (text: string) =>
  act(async () => {
    // Not through React's own setter, as in a browser.
    Reflect.set(HTMLInputElement.prototype, 'value', text, field());
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
const enter = () => act(async () => field().focus());
const leave = () => act(async () => field().blur());
const fault = () => place.querySelector('[role=alert]')?.textContent ?? null;

it('shows no error for an unfinished address, nor in a field that was only passed', async () => {
  await enter();
  await leave();
  await enter();
  await type('ada');
  expect(fault()).toBeNull();
  expect(field().getAttribute('aria-invalid')).toBe('false');
});

it('shows the error when the field is left, until it is fixed', async () => {
  await enter();
  await type('ada');
  await leave();
  expect(fault()).toBe('Not an address');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  await enter();
  expect(fault()).toBe('Not an address');
  await type('ada@example.com');
  expect(fault()).toBeNull();
});
