import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { describe, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CardFrame } from '../preview/card-frame';
import { inMemoryTips } from '../preview/in-memory-backend';
import { sampleProfile } from '../testing/sample-profile';
import { readSettings } from '../attributes/attributes';
import { createControls } from '../signals/controls';
import { enTip } from '../messages/en-tip';
import type { LookUpPayment } from '../payment/payment-surface';
import { SheetFrame } from './opened-sheet';

describe('opened sheet', () => {
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
});

describe('sheet frame', () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

  let root: Root;
  let shadow: ShadowRoot;
  let opener: HTMLButtonElement;
  const onClose = vi.fn<() => void>();

  beforeEach(() => {
    onClose.mockClear();
    const host = document.body.appendChild(document.createElement('div'));
    shadow = host.attachShadow({ mode: 'open' });
    opener = shadow.appendChild(document.createElement('button'));
    root = createRoot(shadow.appendChild(document.createElement('div')));
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
  });

  const render = (open: boolean, locked = false, content: ReactNode = <input />) =>
    root.render(
      <SheetFrame
        messages={enTip}
        title="Tip Ada"
        subtitle={null}
        shadow={shadow}
        open={open}
        locked={locked}
        onClose={onClose}
      >
        {content}
      </SheetFrame>,
    );
  const show = (...given: Parameters<typeof render>) => act(async () => render(...given));
  const dialog = () => shadow.querySelector('[role=dialog]');

  it('focuses its heading, not the dialog, whose whole text would be spoken', async () => {
    opener.focus();
    await show(true);
    expect(shadow.activeElement?.textContent).toBe('Tip Ada');
    await show(false);
    expect(shadow.activeElement).toBe(opener);
  });

  it('hides the page from screen readers, but not the bank’s dialog', async () => {
    await show(true);
    expect(dialog()?.getAttribute('aria-modal')).toBe('true');
    await show(true, true);
    expect(dialog()?.getAttribute('aria-modal')).toBe('false');
  });

  /** Moves the focus to the body, as browsers do when the focused element is removed or disabled. */
  const loseFocus = () => (shadow.activeElement as HTMLElement | null)?.blur();
  const focused = () => shadow.activeElement?.textContent;
  const press = (target: EventTarget | null | undefined, key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true });
    target?.dispatchEvent(event);
    return event;
  };

  it('keeps the focus inside when the focused button is removed', async () => {
    await show(true, false, <button>Pay</button>);
    shadow.querySelector<HTMLElement>('[role=dialog] > button')?.focus();
    loseFocus();
    await show(true, false, <a href="https://pay.example/">Open the payment page</a>);
    expect(focused()).toBe('Tip Ada');
  });

  it('returns the focus to the last button after the bank’s dialog', async () => {
    await show(true, false, <button>Pay</button>);
    shadow.querySelector<HTMLElement>('[role=dialog] > button')?.focus();
    await show(true, true, <button>Pay</button>);
    loseFocus();
    await show(true, true, <button>Pay</button>);
    expect(shadow.activeElement).toBeNull();
    await show(true, false, <button>Pay</button>);
    expect(focused()).toBe('Pay');
  });

  it('leaves the focus in the card form, which is in the page’s tree', async () => {
    await show(true);
    const field = shadow.host.appendChild(document.createElement('input'));
    field.focus();
    await show(true);
    expect(document.activeElement).toBe(field);
  });

  it('closes on Escape even when the focus was lost, and the page does not get that key', async () => {
    const received = vi.fn<() => void>();
    document.body.addEventListener('keydown', received);
    await show(true);
    loseFocus();
    const events = [press(document.body, 'Escape'), press(dialog(), 'Escape')];
    document.body.removeEventListener('keydown', received);
    expect({ onCloseCalls: onClose.mock.calls.length, receivedCalls: received.mock.calls.length }).toEqual({
      onCloseCalls: 2,
      receivedCalls: 0,
    });
    expect(events.map(({ defaultPrevented }) => defaultPrevented)).toEqual([true, true]);
  });

  it('leaves every key to the page when it is closed, and to the bank’s dialog while that is open', async () => {
    await show(true, true);
    loseFocus();
    const toTheBank = press(document.body, 'Escape');
    await show(false);
    const toThePage = press(document.body, 'Escape');
    expect(toTheBank.defaultPrevented).toBe(false);
    expect(toThePage.defaultPrevented).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('leaves an Escape to the page as soon as it is hidden, before its effects ran', async () => {
    await show(true);
    const toThePage = new Promise<KeyboardEvent>((resolve) => {
      new MutationObserver(() => resolve(press(document.body, 'Escape'))).observe(shadow, {
        subtree: true,
        attributeFilter: ['hidden'],
      });
    });
    // Not in `act`, which runs the effects at once.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    render(false);
    expect((await toThePage).defaultPrevented).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});
