import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CardFrame } from '../card/card-frame';
import { readSettings } from '../element/attributes';
import { createControls } from '../element/controls';
import { inMemoryTips } from '../data/in-memory-backend';
import { enTip } from '../messages/en-tip';
import type { LookUpPayment } from '../payment/payment-surface';
import { sampleProfile } from '../data/sample-profile';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let host: HTMLElement;
let shadow: ShadowRoot;

// Compiles the chunks before the first test, so that no test waits for it.
beforeAll(async () => {
  await Promise.all([import('./tip-sheet'), import('./pay-step')]);
});
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'));
  shadow = host.attachShadow({ mode: 'open' });
  root = createRoot(shadow);
  history.replaceState(null, '', '/page?payment_intent_client_secret=pi_1_secret_2&x=1');
  sessionStorage.setItem(
    'busker-tip',
    JSON.stringify({ handle: 'ada', tipId: 'tip1', clientRequestId: 'id1' }),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
  sessionStorage.clear();
});

it('shows a returning fan that the payment is checked, then that it went through; the event names tip and amount', async () => {
  let tell: (answer: Awaited<ReturnType<LookUpPayment>>) => void = () => undefined;
  const asked = vi.fn<LookUpPayment>(
    () =>
      new Promise((resolve) => {
        tell = resolve;
      }),
  );
  const received: unknown[] = [];
  host.addEventListener('busker-tip-success', (event) => received.push((event as CustomEvent).detail));
  const said: string[] = [];
  const watch = new MutationObserver(() => said.push(shadow.textContent));
  watch.observe(shadow, { childList: true, characterData: true, subtree: true });
  await act(async () =>
    root.render(
      <CardFrame
        settings={readSettings(() => null)}
        controls={createControls(host)}
        shadow={shadow}
        host="https://busker.example"
        isFile={false}
        assets=""
        count={() => undefined}
        profile={{ at: 'ready', profile: sampleProfile() }}
        tips={inMemoryTips()}
        lookUpPayment={asked}
      />,
    ),
  );
  await act(async () => {
    await expect.poll(() => asked.mock.calls.length).toBe(1);
  });
  expect(location.search).toBe('?x=1');
  expect(shadow.textContent).toContain(enTip.checking);
  await act(async () => tell({ look: 'succeeded', payment: { amount: 731, currency: 'usd' } }));
  watch.disconnect();
  expect(shadow.textContent).toContain(enTip.thankYou);
  expect(received).toEqual([{ tipId: 'tip1', amount: 731, currency: 'usd', every: 'once' }]);
  expect(said.filter((text) => text.includes(enTip.leftOpen))).toEqual([]);
});

it('a sheet that a fan opens leaves the payment of another owner’s card alone, and its secret in the address', async () => {
  sessionStorage.setItem(
    'busker-tip',
    JSON.stringify({ handle: 'grace', tipId: 'tip1', clientRequestId: 'id1' }),
  );
  const asked = vi.fn<LookUpPayment>();
  const controls = createControls(host);
  await act(async () =>
    root.render(
      <CardFrame
        settings={readSettings(() => null)}
        controls={controls}
        shadow={shadow}
        host="https://busker.example"
        isFile={false}
        assets=""
        count={() => undefined}
        profile={{ at: 'ready', profile: sampleProfile() }}
        tips={inMemoryTips()}
        lookUpPayment={asked}
      />,
    ),
  );
  expect(shadow.querySelector('[role=dialog]')).toBeNull();
  await act(async () => controls.set({ sheet: { open: true, amount: null } }));
  await act(async () => {
    await expect.poll(() => shadow.textContent).toContain(enTip.chooseAmount);
  });
  expect({ askedCalls: asked.mock.calls.length, search: location.search }).toEqual({
    askedCalls: 0,
    search: '?payment_intent_client_secret=pi_1_secret_2&x=1',
  });
});
