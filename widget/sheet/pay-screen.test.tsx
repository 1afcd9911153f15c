import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CardFrame } from '../preview/card-frame';
import { inMemoryTips, type TipScript } from '../preview/in-memory-backend';
import { sampleMonthly } from '../testing/sample-monthly';
import { sampleProfile } from '../testing/sample-profile';
import { readSettings } from '../attributes/attributes';
import { createControls } from '../signals/controls';
import { enTip } from '../messages/en-tip';
import { scriptedSurface, surfaceLog } from '../preview/scripted-surface';
import { fakeController } from '../testing/fake-controller';
import { PayScreen, TextField } from './pay-screen';

describe('unrecorded', () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

  afterEach(() => document.body.replaceChildren());

  /** What each recorder looks for by default, on a field or around it. */
  const marks = {
    clarity: '[data-clarity-mask=true]',
    contentsquare: '[data-cs-mask]',
    datadog: '[data-dd-privacy=mask]',
    fullstory: '.fs-mask',
    hotjar: '[data-hj-suppress]',
    logrocket: '[data-private]',
    matomo: '[data-matomo-mask]',
    mouseflow: '.no-mouseflow',
    posthog: '.ph-no-capture',
    rrweb: '.rr-block',
    sentry: '.sentry-block',
    smartlook: '[data-sl=mask]',
    yandex: '.ym-disable-keys.ym-hide-content',
  } as const;

  // Holds tag-106.
  it('tells session recorders not to store what fans type', async () => {
    const host = document.body.appendChild(document.createElement('div'));
    const { controller } = fakeController();
    const root = createRoot(host);
    await act(async () =>
      root.render(
        <PayScreen
          messages={enTip}
          controls={createControls(host)}
          controller={controller}
          flow={controller.state()}
          payStep={{ step: null, load: () => Promise.resolve(null) }}
          name="Ada"
          money={String}
          tipUrl="https://busker.example/@ada"
          locale="en"
          host="https://busker.example"
          askChallenge={undefined}
        />,
      ),
    );
    const fields = [...host.querySelectorAll('input, textarea')];
    expect(fields.length).toBeGreaterThan(4);
    const bare = Object.entries(marks).flatMap(([recorder, mark]) =>
      fields.filter((field) => !field.closest(mark)).map(() => recorder),
    );
    expect(bare).toEqual([]);
    await act(async () => root.unmount());
  });
});

describe('how often', () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

  const monthly = sampleMonthly();
  const { tips } = sampleProfile();
  const offering = sampleProfile({
    tips: { ...tips, monthly: { intervals: ['month', 'year'], presets: { month: [500], year: [6000] } } },
  });

  let root: Root;
  let host: HTMLElement;
  let shadow: ShadowRoot;

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
    vi.restoreAllMocks();
  });

  async function open(script: TipScript = {}, amount: string | null = null) {
    const controls = createControls(host);
    const backend = inMemoryTips({ session: { monthly }, ...script });
    const card = (
      <CardFrame
        settings={readSettings(() => null)}
        controls={controls}
        shadow={shadow}
        host="https://busker.example"
        isFile={false}
        assets=""
        count={() => undefined}
        profile={{ at: 'ready', profile: offering }}
        tips={backend}
        openSurface={scriptedSurface({}, surfaceLog())}
      />
    );
    await act(async () => root.render(card));
    await act(async () => controls.set({ sheet: { open: true, amount } }));
    await act(async () => {
      await expect.poll(() => shadow.querySelectorAll('[type=radio]').length).toBeGreaterThan(0);
    });
    return { controls, backend };
  }

  const rows = () => [...shadow.querySelectorAll<HTMLElement>('.preset')];
  const chosen = () =>
    rows().flatMap((row) => (row.querySelector('input')?.checked ? [row.textContent] : []));
  const choose = (label: string) =>
    act(async () => {
      await expect.poll(() => rows().some((row) => row.textContent === label)).toBe(true);
      rows()
        .find((row) => row.textContent === label)
        ?.querySelector('input')
        ?.click();
    });

  describe('the question how often', () => {
    // Holds pay-298.
    it('has its place before the session is there, and nothing can be chosen in it then', async () => {
      await open({ delay: 100_000 });
      const [first] = rows();
      expect(first?.closest('fieldset')?.disabled).toBe(true);
      expect(chosen()).toEqual(['\u00a0']);
    });

    // Holds pay-298.
    it('opens with once, also with an amount of the page and after a period was chosen before it was closed', async () => {
      const { controls } = await open();
      const openAgain = async (amount: string | null) => {
        await act(async () => controls.set({ sheet: { open: false, amount: null } }));
        await act(async () => controls.set({ sheet: { open: true, amount } }));
      };
      await choose('Every month');
      expect(chosen()).toEqual(['Every month']);
      await openAgain('10');
      expect(chosen()).toEqual(['Once', '$10.00']);
      await choose('Every year');
      expect(chosen()).toEqual(['Every year']);
      await openAgain(null);
      expect(chosen()).toEqual(['Once']);
    });

    // Holds pay-298.
    it('keeps the chosen period when Continue loads the code of paying', async () => {
      vi.spyOn(window, 'open').mockReturnValue(null);
      const { backend } = await open();
      await choose('Every month');
      await choose('$5.00');
      await act(async () => {
        shadow.querySelector<HTMLButtonElement>('.pay-bar button')?.click();
        await expect.poll(() => backend.tips()).toBe(1);
      });
      const made = backend.calls.find(({ verb }) => verb === 'createTip');
      expect(made?.input).toMatchObject({ every: 'month', tipAmount: 500 });
    });

    // Holds pay-298.
    it('shows amount, day, next charge and the way to stop above the button, which names the amount', async () => {
      await open();
      await choose('Every month');
      await choose('$5.00');
      const bar = shadow.querySelector('.pay-bar');
      const words =
        '$5.00 today, then $5.00 every month, until you stop. Next charge: December 27, 2026 (UTC). Stop any time, with the link on your receipt.';
      expect(bar?.textContent).toContain(words);
      expect(bar?.querySelector('button')?.textContent).toBe('Continue: $5.00 every month');
      expect(bar?.querySelector('a')).toBeNull();
      expect(shadow.textContent).toContain('Paid to Ada by Stripe.');
      expect(shadow.textContent).toContain('Shown once, with the first payment.');
      expect(shadow.querySelector('[inputmode=email]')).toBeNull();
      expect(shadow.querySelector('.card-form')).toBeNull();
      await choose('Once');
      expect(shadow.querySelector('[inputmode=email]')).not.toBeNull();
      expect(bar?.textContent).not.toContain('every month');
    });
  });
});

describe('text field', () => {
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
});
