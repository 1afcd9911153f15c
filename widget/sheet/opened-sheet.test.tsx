import fc from 'fast-check';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, type Result } from '@busker/core/base/result';
import { tipTextLimits } from '@busker/core/tip/tip';
import type { TipStatus } from '@busker/core/fan-api/tip-api';
import { readSettings } from '../attributes/attributes';
import { useStore } from '../hooks/use-store';
import { enTip } from '../messages/en-tip';
import type { LookUpPayment, OpenSurface, PaymentSurface, SurfaceFault } from '../payment/payment-surface';
import { CardFrame } from '../preview/card-frame';
import { inMemoryTips } from '../preview/in-memory-backend';
import { scriptedSurface } from '../preview/scripted-surface';
import { closeSheet, createControls, type Controls } from '../signals/controls';
import { fakeController, stage, type FakeController } from '../testing/fake-controller';
import { sampleProfile } from '../testing/sample-profile';
import type { StartedTip, Undo } from '../tip/tip-flow';
import { CardPlace } from './card-place';
import { SheetFrame } from './opened-sheet';
import { tipContext } from './tip-sheet';
import { ThanksScreen } from './thanks-screen';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

describe('opened sheet', () => {
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

describe('tip context', () => {
  const page = (href: string, { title = 'Bow hair in the rain', canonical = '' } = {}) => {
    const parsed = new DOMParser().parseFromString(
      canonical ? `<link rel="canonical" href="${canonical}">` : '',
      'text/html',
    );
    return { title, location: { href }, querySelector: (selector: string) => parsed.querySelector(selector) };
  };
  const unset = { forText: null, placement: null };

  describe('what a tip is for, and where', () => {
    // Holds tag-028.
    it('is the page’s title, and its address without query and fragment', () => {
      expect(tipContext(unset, page('https://ada.example/notes?utm=x&token=secret#me'))).toEqual({
        for: 'Bow hair in the rain',
        placement: 'https://ada.example/notes',
      });
    });

    // Holds tag-029.
    it('is the canonical address if the page has one, without its query', () => {
      const facts = page('https://ada.example/p?id=7', { canonical: '/notes/bow-hair?ref=home' });
      expect(tipContext(unset, facts).placement).toBe('https://ada.example/notes/bow-hair');
    });

    it('is the tag’s text, if there is one', () => {
      const context = { forText: 'The cello suite', placement: 'article-end' };
      expect(tipContext(context, page('https://ada.example/?q=1'))).toEqual({
        for: 'The cello suite',
        placement: 'article-end',
      });
    });

    it.each(['about:srcdoc', 'file:///home/ada/page.html', 'data:text/html,x', ''])(
      'has no place on a page at %o',
      (href) => {
        expect(tipContext(unset, page(href, { title: ' ' }))).toEqual({ for: null, placement: null });
      },
    );

    it('thanks for nothing in particular where a form named "title" stands in for the page’s title', () => {
      const context = tipContext(unset, {
        ...page('https://ada.example/'),
        title: document.createElement('form'),
      });
      expect(context).toEqual({ for: null, placement: 'https://ada.example/' });
    });

    // Holds tag-029.
    it('never includes a query or fragment, and keeps to the server’s limits', () => {
      const word = fc.stringMatching(/^[a-z]{3,12}$/);
      fc.assert(
        fc.property(word, fc.string({ maxLength: 300 }), (secret, title) => {
          const context = tipContext(unset, page(`https://a.example/p?x=q${secret}#f${secret}`, { title }));
          expect(context.placement).toBe('https://a.example/p');
          expect(Array.from(context.for ?? '').length).toBeLessThanOrEqual(tipTextLimits.for);
        }),
      );
    });
  });
});

describe('the place of the card form', () => {
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
      await vi.waitUntil(
        () => opened.length > before || made.controller.state().way.by === 'hosted',
        patience,
      );
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
});

describe('thanks', () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

  let root: Root;
  let place: HTMLElement;

  beforeEach(() => {
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
  });

  const show = (
    undo: Undo,
    status: TipStatus | null = null,
    tip: StartedTip | null = null,
    money: (minorUnits: number) => string = String,
  ) =>
    act(async () =>
      root.render(
        <ThanksScreen
          messages={enTip}
          locale="en"
          stage={{ at: 'thanked', tip, status, undo }}
          name="Ada"
          money={money}
          thanks="You are kind"
          onUndo={() => undefined}
          onDone={() => undefined}
        />,
      ),
    );

  it('shows no thanks for a tip that was undone', async () => {
    await show({ at: 'offered' });
    expect(place.textContent).toContain(enTip.thankYou);
    await show({ at: 'done' });
    expect(place.textContent).toBe(enTip.undone('') + enTip.done);
  });

  it('focuses the thanks, described by the outcome, which is also a status', async () => {
    await show({ at: 'offered' });
    const heading = document.activeElement;
    expect(heading?.textContent).toBe(enTip.thankYou);
    const description = place.querySelector(`[id="${heading?.getAttribute('aria-describedby')}"]`);
    expect(description?.textContent).toBe(enTip.tipWentThrough('Ada'));
    expect(description?.getAttribute('role')).toBe('status');
  });

  it('moves the focus from the removed undo button to the outcome', async () => {
    await show({ at: 'offered' });
    await show({ at: 'asking' });
    expect(document.activeElement?.textContent).toBe(enTip.undoing);
    await show({ at: 'done' });
    expect(document.activeElement?.textContent).toBe(enTip.undone(''));
  });

  it.each(['offered', 'done'] as const)(
    'says that the refund failed, why, and whom to ask: undo %s',
    async (at) => {
      const status: TipStatus = {
        tipId: 'tip1',
        status: 'paid',
        amount: 500,
        tipAmount: 500,
        coverAmount: 0,
        currency: 'usd',
        undoUntil: Date.now() + 60_000,
        refundFailure: { amount: 500, why: 'bank-refused' },
        receiptUrl: '',
      };
      await show({ at }, status);
      expect(place.querySelector('[role="alert"]')?.textContent).toBe(
        'A refund of 500 failed. The money is with Ada again. Your bank refused it. Please ask Ada to return it another way.',
      );
      expect(place.textContent).not.toContain(enTip.undo);
    },
  );

  // Holds pay-230.
  it('says how long a slow refund may take, and names no card', async () => {
    const status: TipStatus = {
      tipId: 't1',
      status: 'refunded',
      amount: 500,
      tipAmount: 500,
      coverAmount: 0,
      currency: 'eur',
      undoUntil: null,
      refundDays: 7,
      receiptUrl: 'https://busker.example/t/t1',
    };
    await show({ at: 'done' }, status);
    expect(place.textContent).toContain(enTip.undoneSlowly('', '7 days'));
    expect(enTip.undone('5')).not.toMatch(/card/);
  });

  const inYen = { amount: 812, currency: 'jpy' };
  const paidInYen: TipStatus = {
    tipId: 't1',
    status: 'paid',
    amount: 500,
    tipAmount: 500,
    coverAmount: 0,
    currency: 'usd',
    presented: inYen,
    undoUntil: null,
    receiptUrl: '',
  };
  const started: StartedTip = {
    tipId: 't1',
    tipToken: 'token-t1',
    currency: 'usd',
    figures: { tipAmount: 500, coverAmount: 0, total: 500 },
    payment: { url: 'https://pay.example/t1' },
    every: 'once',
  };
  const dollars = (minorUnits: number) => `$${(minorUnits / 100).toFixed(2)}`;
  const both = '¥812 ($5.00)';

  // Holds pay-411.
  it('names the sum that a fan paid in the own currency, when it went through and when it goes back', async () => {
    await show({ at: 'offered' }, paidInYen, started, dollars);
    expect(place.textContent).toContain(enTip.wentThrough(both, 'Ada'));
    await show({ at: 'done' }, { ...paidInYen, status: 'refunded' }, started, dollars);
    expect(place.textContent).toContain(enTip.undone(both));
    await show({ at: 'done' }, { ...paidInYen, status: 'refunded', refundDays: 7 }, started, dollars);
    expect(place.textContent).toContain(enTip.undoneSlowly(both, '7 days'));
  });

  // Holds pay-411.
  it('names the sum of a failed refund in the fan’s own currency, and in the tip’s alone where nobody knows it', async () => {
    const failed = (refundFailure: TipStatus['refundFailure']) =>
      show({ at: 'done' }, { ...paidInYen, refundFailure }, started, dollars);
    await failed({ amount: 500, why: 'bank-refused', presented: inYen });
    expect(place.querySelector('[role="alert"]')?.textContent).toContain(enTip.refundFailed(both, 'Ada'));
    await failed({ amount: 200, why: 'bank-refused' });
    expect(place.querySelector('[role="alert"]')?.textContent).toContain(enTip.refundFailed('$2.00', 'Ada'));
  });

  it.each([{ amount: 812, currency: 'YEN!' }, { amount: '812', currency: 'jpy' }, 'free', null])(
    'names the tip’s sum where the server sends %j for the fan’s',
    async (presented) => {
      await show({ at: 'done' }, { ...paidInYen, presented: presented as never }, started, dollars);
      expect(place.textContent).toContain(enTip.undone('$5.00'));
    },
  );
});
