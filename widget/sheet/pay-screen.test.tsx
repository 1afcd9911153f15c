import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseAmount } from '@busker/core/amounts/parse-amount';
import { formatMoney, type Currency } from '@busker/core/money/money';
import { readSettings } from '../attributes/attributes';
import type { AskChallenge } from '../challenge/ask-challenge';
import { enTip } from '../messages/en-tip';
import { loadTipTexts } from '../messages/tip-texts';
import { CardFrame } from '../preview/card-frame';
import { inMemoryTips, type TipScript } from '../preview/in-memory-backend';
import { scriptedSurface, surfaceLog, type SurfaceScript } from '../preview/scripted-surface';
import { createControls } from '../signals/controls';
import { fakeController, refused } from '../testing/fake-controller';
import { sampleMonthly, sampleProfile } from '../testing/sample-profile';
import { emptyForm, type AmountRules } from '../tip/tip-form';
import { AmountPicker, FanWords, PayScreen, TextField, currencySign } from './pay-screen';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

describe('unrecorded', () => {
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

  async function open(script: TipScript = {}, amount: string | null = null, profile = offering) {
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
        profile={{ at: 'ready', profile }}
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

  // Holds tag-170.
  it('asks for the amount, then for name and message, then how to pay', async () => {
    await open();
    await choose('$5.00');
    const form = shadow.querySelector('.sheet-form');
    await act(async () => {
      await expect.poll(() => form?.querySelector('.ways')).not.toBeNull();
    });
    const parts = ['[inputmode=decimal]', '[autocomplete=name]', 'textarea', '.ways', 'details'];
    const inOrder = [...(form?.querySelectorAll(parts.join()) ?? [])].map((part) =>
      parts.find((selector) => part.matches(selector)),
    );
    expect(inOrder).toEqual(parts);
  });

  // Holds tag-171.
  it('says what the tip is for on other pages, and not on the owner’s own, whose title is their name', async () => {
    document.title = 'Bow hair in the rain';
    const url = location.origin + location.pathname;
    await open({}, null, sampleProfile({ url }));
    expect(shadow.querySelector('.sheet-head')?.textContent).toBe('Tip Ada Lovelace');
    await act(async () => root.unmount());
    root = createRoot(shadow);
    await open();
    expect(shadow.querySelector('.sheet-head')?.textContent).toContain('Bow hair in the rain');
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

describe('the fields of the sheet', () => {
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

  describe('an amount that is not a number', () => {
    const yen: AmountRules = {
      currency: 'jpy',
      locale: 'ja',
      limits: { min: 120, max: 60_000, step: 1 },
      presets: [500, 1000],
      fees: null,
    };
    const shown = async (rules: AmountRules) => {
      const messages = await loadTipTexts('ja');
      await act(async () =>
        root.render(
          <AmountPicker
            messages={messages}
            rules={rules}
            chosen={{ by: 'typed', text: 'five' }}
            read={{ at: 'fault', fault: 'not-a-number' }}
            onChoose={() => undefined}
          />,
        ),
      );
      return place.textContent;
    };

    it('shows an example in the owner’s currency that the field accepts', async () => {
      expect(await shown(yen)).toContain('例：￥500）');
      expect(parseAmount('￥500', 'jpy', 'ja').ok).toBe(true);
    });

    it('shows the smallest tip when the owner has no presets', async () => {
      expect(await shown({ ...yen, presets: [] })).toContain('例：￥120）');
    });
  });

  it('shows the limits of name and message', async () => {
    const form = { ...emptyForm, name: 'x'.repeat(41), message: 'x'.repeat(201) };
    const words = <FanWords messages={enTip} name="Ada" form={form} onEdit={() => undefined} />;
    await act(async () => root.render(words));
    expect(place.textContent).toContain('Please shorten this to 40 characters.');
    expect(place.textContent).toContain('Please shorten this to 200 characters.');
  });

  // Holds tag-182.
  it('says in one open line who sees what, and beside the message offers to keep it for the owner', async () => {
    const edits: object[] = [];
    const words = (
      <FanWords messages={enTip} name="Ada" form={emptyForm} onEdit={(change) => edits.push(change)} />
    );
    await act(async () => root.render(words));
    expect(place.textContent).toContain('Ada sees all of this and your card’s country. Others may see');
    const ticks = [...place.querySelectorAll<HTMLInputElement>('.ticks input')];
    expect(ticks.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
      'Only for Ada',
      'Hide the amount',
      'Do not show my name or message in public',
    ]);
    for (const tick of ticks) await act(async () => tick.click());
    expect(edits).toEqual([{ privateMessage: true }, { hideAmount: true }, { anonymous: true }]);
  });
});

describe('the row of wallets', () => {
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
});

describe('the sign of a currency', () => {
  it.each<[Currency, string, string]>([
    ['usd', 'en-US', '$'],
    ['usd', 'en-CA', 'US$'],
    ['usd', 'ko', 'US$'],
    ['eur', 'de', '€'],
    ['chf', 'fr', 'CHF'],
  ])('is %s in %s, as in the amounts beside it', (currency, locale, sign) => {
    expect(currencySign(currency, locale)).toBe(`${sign}\u200e`);
    expect(formatMoney({ minorUnits: 500, currency }, locale)).toContain(sign);
  });
});
