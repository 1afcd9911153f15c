import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { CardFrame } from '../preview/card-frame';
import type { AskChallenge } from '../challenge/ask-challenge';
import { inMemoryTips, type TipScript } from '../preview/in-memory-backend';
import { sampleProfile } from '../testing/sample-profile';
import { readSettings } from '../attributes/attributes';
import { createControls } from '../signals/controls';
import { enTip } from '../messages/en-tip';
import { scriptedSurface, type SurfaceScript } from '../preview/scripted-surface';
import { refused } from '../testing/fake-controller';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let host: HTMLElement;
let shadow: ShadowRoot;
let solve: (answer: string | null) => void;

// Compiles the chunks before the first test, so that no test waits for it.
beforeAll(async () => {
  await Promise.all([import('./tip-sheet'), import('./pay-step')]);
});
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'));
  shadow = host.attachShadow({ mode: 'open' });
  root = createRoot(shadow);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  sessionStorage.clear();
});

const askChallenge: AskChallenge = ({ report }) => {
  solve = (answer) => report(answer === null ? { at: 'expired' } : { at: 'solved', answer });
  return () => undefined;
};

/** The sheet with five dollars and the card form; the fan has a wallet unless the script says otherwise. */
async function open(script: TipScript = {}, surface: SurfaceScript = { wallet: true }) {
  const backend = inMemoryTips(script);
  const controls = createControls(host);
  const card = (
    <CardFrame
      settings={readSettings(() => null)}
      controls={controls}
      shadow={shadow}
      host="https://busker.example"
      isFile={false}
      assets=""
      count={() => undefined}
      profile={{ at: 'ready', profile: sampleProfile() }}
      tips={backend}
      openSurface={scriptedSurface(surface)}
      askChallenge={askChallenge}
    />
  );
  await act(async () => root.render(card));
  await act(async () => controls.set({ sheet: { open: true, amount: '5' } }));
  await act(async () => {
    await expect.poll(() => shadow.querySelector('.card-form[aria-busy=false]')).not.toBeNull();
  });
  return backend;
}

const row = () => shadow.querySelector('.express');
const isSeen = () => !row()?.classList.contains('unseen');
const wallet = () => host.querySelector<HTMLElement>('[slot=busker-express] button');
const press = () => act(async () => wallet()?.click());
const amountField = () => shadow.querySelector<HTMLInputElement>('.amounts .field-input');
const errorOf = (field: Element | null) =>
  shadow.querySelector(`#${field?.getAttribute('aria-describedby')?.split(' ').at(-1)}`)?.textContent;
const type = (field: HTMLInputElement | null, text: string) =>
  act(async () => {
    if (!field) throw new Error('There is no such field');
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const nameField = () =>
  [...shadow.querySelectorAll<HTMLInputElement>('.field-input')].find(
    ({ labels }) => labels?.[0]?.textContent === enTip.yourName,
  ) ?? null;

// Holds pay-325.
it.each([
  ['', enTip.chooseAmount],
  ['0.50', 'The smallest'],
])(
  'a wallet that is pressed with the amount "%s" is refused: the fault stands at the amount, where the focus goes',
  async (text, words) => {
    const backend = await open();
    await type(amountField(), text);
    const before = backend.calls.length;
    await press();
    await act(async () => {
      await expect.poll(() => shadow.activeElement === amountField()).toBe(true);
    });
    expect(backend.calls).toHaveLength(before);
    expect(amountField()?.getAttribute('aria-invalid')).toBe('true');
    expect(errorOf(amountField())).toContain(words);
  },
);

it('pays by a wallet with the name that the fan typed below it', async () => {
  const backend = await open();
  await type(nameField(), 'Kim');
  await press();
  await act(async () => {
    await expect.poll(() => shadow.textContent).toContain(enTip.thankYou);
  });
  const sent = backend.calls.flatMap(({ verb, input }) => (verb === 'createTip' ? [input] : []));
  expect(sent).toEqual([expect.objectContaining({ name: 'Kim', total: 500 })]);
});

it('without a wallet takes up no room and cannot be reached', async () => {
  await open({}, {});
  expect({ isSeen: isSeen(), wallet: wallet() }).toEqual({ isSeen: false, wallet: null });
});

// Holds pay-327.
it('shows no wallet while a challenge waits for an answer, also when the last one has expired', async () => {
  await open({ session: { challenge: { kind: 'fake', siteKey: 'x' } } });
  expect(isSeen()).toBe(false);
  await act(async () => solve('human'));
  expect(isSeen()).toBe(true);
  await act(async () => solve(null));
  expect(isSeen()).toBe(false);
});

it('hides the wallet when the server asks for a challenge after the consent, says so, and shows it again after the answer', async () => {
  const backend = await open({ problems: { createTip: [refused('challenge-required')] } });
  await press();
  expect(shadow.querySelector('[role=alert]')?.textContent).toBe(enTip.personFirst);
  expect(isSeen()).toBe(false);
  await act(async () => solve('human'));
  expect({ isSeen: isSeen(), alert: shadow.querySelector('[role=alert]'), tips: backend.tips() }).toEqual({
    isSeen: true,
    alert: null,
    tips: 0,
  });
  await press();
  await act(async () => {
    await expect.poll(() => shadow.textContent).toContain(enTip.thankYou);
  });
});

it('has the amounts before the wallets and the wallets before the card form, in the sheet and in the page', async () => {
  await open();
  const order = [...shadow.querySelectorAll('input, slot')].map((one) =>
    one instanceof HTMLSlotElement ? one.name : (one as HTMLInputElement).type,
  );
  const at = (name: string) => order.indexOf(name);
  expect(at('radio')).toBeLessThan(at('busker-express'));
  expect(at('busker-express')).toBeLessThan(at('busker-pay'));
  expect([...host.children].map(({ slot }) => slot)).toEqual(['busker-express', 'busker-pay']);
  expect(shadow.querySelector('[role=group].express')?.getAttribute('aria-label')).toBe(enTip.wallets);
});
