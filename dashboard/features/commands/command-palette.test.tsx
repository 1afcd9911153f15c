import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi, onTestFinished } from 'vitest';
import { fakeOverlay } from '@busker/core/testing/fakes';
import { IconCode } from '../../icons/screen-icons';
import { languages } from '../../messages/language';
import { loadTexts } from '../../messages/load-texts';
import type { Say } from '../../messages/text';
import { destinations, panels, type Panels } from '../../navigation/destinations';
import {
  de,
  en,
  es,
  makeDraft,
  makePayments,
  makePublished,
  makeTip,
  makeWebhook,
} from '../../testing/fakes';
import { adasBackend, showApp } from '../../testing/fake-screen';
import {
  isInText,
  isTyping,
  nothingBegun,
  restMillis,
  strokeOf,
  withStroke,
  type KeyPress,
} from './command-palette';
import { foundCommands } from './palette';
import { goCommands, type Command } from './owner-commands';
import { chooseShortcuts } from '../../preferences/preferences';
import { keyNames, shortcuts } from './shortcuts';

describe('key strokes', () => {
  const press = (given: Partial<KeyPress>): KeyPress => ({
    key: 'k',
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    isComposing: false,
    repeat: false,
    ...given,
  });
  const known = shortcuts.map(({ keys }) => keys);

  describe('a key press', () => {
    test('is a chord with Ctrl, on Apple’s machines with ⌘', () => {
      expect(strokeOf(press({ ctrlKey: true }), false)).toBe('mod+k');
      expect(strokeOf(press({ metaKey: true }), true)).toBe('mod+k');
      expect(strokeOf(press({ metaKey: true }), false)).toBeNull();
      expect(strokeOf(press({ ctrlKey: true }), true)).toBeNull();
    });

    test('is another chord with Shift', () => {
      expect(strokeOf(press({ key: 'Z', ctrlKey: true, shiftKey: true }), false)).toBe('mod+shift+z');
      expect(strokeOf(press({ key: 'z', metaKey: true, shiftKey: true }), true)).toBe('mod+shift+z');
    });

    test('counts as the character that it types, whatever keys that needs', () => {
      expect(strokeOf(press({ key: '?', shiftKey: true }), false)).toBe('?');
      expect(strokeOf(press({ key: '/', shiftKey: true }), false)).toBe('/');
      expect(strokeOf(press({ key: 'G' }), false)).toBe('g');
    });

    test.each([
      { key: 'g', shiftKey: true },
      { key: 'g', altKey: true },
      { key: 'g', isComposing: true },
      { key: 'g', repeat: true },
      { key: 'Escape' },
      { key: 'Process' },
    ])('is no shortcut: %o', (given) => {
      expect(strokeOf(press(given), false)).toBeNull();
    });
  });

  describe('strokes', () => {
    const after = (strokes: readonly (readonly [string, number])[]) =>
      strokes.reduce<{ begun: typeof nothingBegun; hits: string[] }>(
        ({ begun, hits }, [stroke, at]) => {
          const next = withStroke(begun, stroke, at, known);
          return { begun: next.begun, hits: next.hit ? [...hits, next.hit] : hits };
        },
        { begun: nothingBegun, hits: [] },
      ).hits;

    test('form a sequence when they follow each other quickly', () => {
      expect(
        after([
          ['g', 1000],
          ['t', 1400],
        ]),
      ).toEqual(['g t']);
      expect(
        after([
          ['g', 1000],
          ['t', 1000 + restMillis + 1],
        ]),
      ).toEqual([]);
    });

    test('that match nothing may start another shortcut', () => {
      expect(
        after([
          ['g', 1],
          ['g', 2],
          ['p', 3],
        ]),
      ).toEqual(['g p']);
      expect(
        after([
          ['g', 1],
          ['?', 2],
        ]),
      ).toEqual(['?']);
    });

    test('after a pause trigger every shortcut of the table, whatever came before', () => {
      const noise = fc.array(fc.constantFrom('g', 'p', '?', 'x', '/', 'mod+k'), { maxLength: 8 });
      fc.assert(
        fc.property(noise, fc.constantFrom(...known), (before, wanted) => {
          const later = 1_000_000;
          const strokes = [
            ...before.map((stroke, at) => [stroke, at] as const),
            ...wanted.split(' ').map((stroke, at) => [stroke, later + at] as const),
          ];
          expect(after(strokes).at(-1)).toBe(wanted);
        }),
      );
    });
  });

  test('no shortcut is the beginning of another one or occurs twice', () => {
    expect(new Set(known).size).toBe(known.length);
    const hidden = known.filter((keys) => known.some((other) => keys.startsWith(`${other} `)));
    expect(hidden).toEqual([]);
  });

  test('names keys as printed on the keyboard', () => {
    expect(keyNames('mod+k', true)).toEqual([['⌘', 'K']]);
    expect(keyNames('mod+k', false)).toEqual([['Ctrl', 'K']]);
    expect(keyNames('g t', false)).toEqual([['G'], ['T']]);
  });

  // Holds dash-099.
  test('treats keys in a text field as text, also in a shadow root', () => {
    const host = document.createElement('div');
    const field = document.createElement('input');
    host.attachShadow({ mode: 'open' }).append(field);
    document.body.append(host);
    expect(isTyping([field, host, document.body])).toBe(true);
    const area = document.createElement('p');
    area.setAttribute('contenteditable', 'true');
    expect(isTyping([area])).toBe(true);
    expect(isTyping([document.createElement('button'), document.body, document, window])).toBe(false);
  });

  test.each([
    ['<input>', true],
    ['<input type="date">', true],
    ['<textarea></textarea>', true],
    ['<p contenteditable="true"></p>', true],
    ['<input type="checkbox">', false],
    ['<input type="radio">', false],
    ['<input type="range">', false],
    ['<button></button>', false],
  ])('%s undoes its own typing: %s', (html, own) => {
    const around = document.createElement('div');
    around.innerHTML = html;
    expect(isInText([...around.children, around, document.body, document, window])).toBe(own);
  });
});

describe('commands', () => {
  beforeEach(() => chooseShortcuts(true));
  afterEach(() => {
    cleanup();
    localStorage.clear();
  });

  const field = () => screen.findByRole('combobox', { name: 'What do you want to do?' });
  /** The screen behind the palette has selections with options too. */
  const palette = () => within(screen.getByRole('listbox'));
  const option = async (name: RegExp | string) =>
    within(await screen.findByRole('listbox')).findByRole('option', { name });

  /** The shell adds the keyboard listener. */
  const ready = () => screen.findAllByRole('button', { name: 'Search and commands' });

  async function opened(fake = adasBackend(), address = '/money/books') {
    const app = showApp(address, fake);
    await ready();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await field();
    return { ...app, fake };
  }

  describe('the palette', () => {
    test('opens a screen found by a few letters, with the keyboard alone', async () => {
      const { user, whereAmI } = await opened();
      await user.type(await field(), 'insi');
      await option(/Insights/);
      await user.keyboard('{Enter}');
      await waitFor(() => expect(whereAmI()).toBe('/insights'));
      expect(screen.queryByRole('combobox', { name: 'What do you want to do?' })).toBeNull();
    });

    test('opens the parts of moderation for those who moderate, and for nobody else', async () => {
      const fake = adasBackend();
      fake.role = 'moderator';
      const { user, whereAmI } = await opened(fake);
      await user.type(await field(), 'objections');
      await user.click(await option(/Objections/));
      await waitFor(() => expect(whereAmI()).toBe('/moderation?view=objections'));
      const other = await opened();
      await other.user.type(await field(), 'objections');
      expect(screen.queryByRole('option', { name: /Objections/ })).toBeNull();
    });

    test('leads from “help” to the keyboard shortcuts', async () => {
      const { user } = await opened();
      await user.type(await field(), 'help');
      expect(await option(/Keyboard shortcuts/)).toBeDefined();
    });

    test('opens with its button', async () => {
      const { user } = showApp('/money/books', adasBackend());
      const [button] = await screen.findAllByRole('button', { name: 'Search and commands' });
      if (button) await user.click(button);
      expect(await field()).toBeDefined();
    });

    test('announces the selected row to screen readers', async () => {
      const { user } = await opened();
      await user.type(await field(), 'tips{ArrowDown}');
      const input = await field();
      const selected = palette().getByRole('option', { selected: true });
      expect(palette().getAllByRole('option').indexOf(selected)).toBe(1);
      expect(selected.hasAttribute('data-selected')).toBe(true);
      expect(input.getAttribute('aria-activedescendant')).toBe(selected.id);
    });

    test('publishes from any screen', async () => {
      const fake = adasBackend();
      fake.serverDraft.set(makeDraft({ bio: 'New.' }));
      const { user } = await opened(fake);
      await user.type(await field(), 'publish');
      await user.click(await option(/Publish/));
      expect(await screen.findByText('Published. Your card is up to date everywhere.')).toBeDefined();
      expect(fake.published.value?.bio).toBe('New.');
    });

    test('opens the fields that prevent publishing', async () => {
      const fake = adasBackend();
      fake.serverDraft.set(makeDraft({ name: '' }));
      const { user, whereAmI } = await opened(fake);
      await user.type(await field(), 'publish');
      await user.click(await option(/Publish/));
      await waitFor(() => expect(whereAmI()).toBe('/page/profile'));
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    });

    // Holds dash-035.
    test('asks before discarding', async () => {
      const fake = adasBackend();
      fake.serverDraft.set(makeDraft({ bio: 'New.' }));
      const { user } = await opened(fake);
      await user.type(await field(), 'discard');
      await user.click(await option(/Discard/));
      const dialog = await screen.findByRole('dialog', { name: 'Discard all unpublished changes?' });
      expect(fake.serverDraft.value?.bio).toBe('New.');
      await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
      await waitFor(() => expect(fake.serverDraft.value?.bio).toBe(makeDraft().bio));
    });

    // Holds dash-921, dash-923, dash-950.
    test('pauses tips in two presses from the menu, tells the other ways to stop apart, and ends the pause', async () => {
      const fake = adasBackend();
      fake.payments.set(makePayments());
      const { user } = showApp('/insights', fake);
      await user.click(await screen.findByRole('button', { name: 'Pause tips' }));
      const dialog = await screen.findByRole('dialog', { name: 'Pause tips' });
      for (const name of ['Accept tips', 'Take the page down', 'Stop all'])
        expect(within(dialog).getByRole('link', { name })).toBeDefined();
      await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
      await waitFor(() => expect(fake.published.value?.tipPause?.endsAt).toBeGreaterThan(Date.now()));
      await user.click(await screen.findByRole('button', { name: /^Paused until / }));
      await user.click(await screen.findByRole('button', { name: 'End the pause now' }));
      await waitFor(() => expect(fake.published.value?.tipPause).toBeNull());
      // Not that of the pause, which may still be there.
      const ended = (await screen.findByText('The pause has ended.')).closest<HTMLElement>('[role="alert"]');
      await user.click(within(ended ?? document.body).getByRole('button', { name: 'Undo' }));
      await waitFor(() => expect(fake.published.value?.tipPause).not.toBeNull());
    });

    // Holds dash-1006.
    test('offers a pause only to a page that takes tips, and the end of one also when it cannot take them any more', async () => {
      const fake = adasBackend();
      fake.payments.set(null);
      const { user } = await opened(fake);
      await user.type(await field(), 'holiday');
      expect(screen.queryByRole('option', { name: /Pause tips/ })).toBeNull();
      await user.keyboard('{Escape}');
      await screen.findAllByRole('link', { name: 'Insights' });
      expect(screen.queryByRole('button', { name: 'Pause tips' })).toBeNull();
      act(() => fake.payments.set(makePayments()));
      expect(await screen.findByRole('button', { name: 'Pause tips' })).toBeDefined();
      const tipPause = { until: '2099-12-24', zone: 'UTC', endsAt: Date.UTC(2099, 11, 24), note: '' };
      act(() => {
        fake.payments.set(null);
        fake.published.set(makePublished({ tipPause }));
      });
      expect(await screen.findByRole('button', { name: /^Paused until / })).toBeDefined();
    });

    // Holds dash-955.
    test('a dashboard that stays open says no longer that tips are paused when the day has come', async () => {
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
      try {
        const fake = adasBackend();
        fake.payments.set(makePayments());
        const endsAt = Date.now() + 3_600_000;
        const tipPause = { until: '2026-12-24', zone: 'UTC', endsAt, note: '' };
        fake.published.set(makePublished({ tipPause }));
        showApp('/settings/account', fake);
        const paused = await screen.findByRole('button', { name: 'Paused until December 24, 2026' });
        // On a phone there is only the icon.
        expect(paused.dataset['active']).toBe('true');
        act(() => {
          vi.advanceTimersByTime(3_660_000);
        });
        expect(screen.getByRole('button', { name: 'Pause tips' }).dataset['active']).toBeUndefined();
      } finally {
        vi.useRealTimers();
      }
    });

    // Holds dash-957.
    test.each(['en-US', 'en-US@posix', 'C'])(
      'a day that a browser in %s writes stands below in words of the dashboard',
      async (browser) => {
        const language = vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser);
        onTestFinished(() => language.mockRestore());
        localStorage.setItem('busker-language', 'de');
        const fake = adasBackend();
        const tipPause = { until: '2099-12-24', zone: 'UTC', endsAt: Date.UTC(2099, 11, 24), note: '' };
        fake.published.set(makePublished({ tipPause }));
        const { user } = showApp('/settings/account', fake);
        await user.click(await screen.findByRole('button', { name: 'Pausiert bis 24. Dezember 2099' }));
        const day = await screen.findByLabelText<HTMLInputElement>('Trinkgelder gehen wieder ab');
        expect(day.type).toBe('date');
        expect(document.getElementById(day.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
          /^24\. Dezember 2099\. /,
        );
      },
    );

    // Holds dash-922.
    test('says at the field why a pause is refused', async () => {
      const fake = adasBackend();
      fake.payments.set(makePayments());
      const { user } = await opened(fake);
      await user.type(await field(), 'holiday');
      await user.click(await option(/Pause tips/));
      const dialog = await screen.findByRole('dialog', { name: 'Pause tips' });
      fireEvent.change(within(dialog).getByLabelText('Tips start again on'), {
        target: { value: '2020-01-01' },
      });
      await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
      expect(await within(dialog).findByText('Choose a day after today, within a year.')).toBeDefined();
      expect(fake.published.value?.tipPause).toBeNull();
    });

    // Holds dash-098.
    test('offers no impossible action', async () => {
      const { user } = await opened();
      await user.type(await field(), 'publish');
      await waitFor(() => expect(screen.queryByRole('option', { name: /^Publish/ })).toBeNull());
      expect(screen.queryByRole('option', { name: /^Discard/ })).toBeNull();
    });

    test('copies the embed code', async () => {
      const { user } = await opened();
      await user.type(await field(), 'copy');
      await user.click(await option(/Copy the embed code/));
      expect(await screen.findByText(/Embed code copied/)).toBeDefined();
      expect(await navigator.clipboard.readText()).toContain('<busker-card profile="ada"');
    });

    test('finds links and tips, and searches all tips for other words', async () => {
      const fake = adasBackend();
      fake.receive(makeTip({ tipId: 'tip-mary', fan: { ...makeTip().fan, name: 'Mary Somerville' } }));
      const { user, whereAmI } = await opened(fake);
      await user.type(await field(), 'youtube');
      expect(await option(/YouTube/)).toBeDefined();
      await user.clear(await field());
      await user.type(await field(), 'somer');
      await user.click(await option(/from Mary Somerville/));
      await waitFor(() => expect(whereAmI()).toBe('/money/tips?tip=tip-mary'));
    });

    test('says that it lists only the newest tips, and opens the search of all tips with the typed words', async () => {
      const fake = adasBackend();
      const fan = { ...makeTip().fan, name: 'Mary' };
      for (let count = 0; count < 60; count += 1) fake.receive(makeTip({ tipId: `tip-${count}`, fan }));
      const { user, whereAmI } = await opened(fake);
      await user.type(await field(), 'mary');
      const all = await option(/Search all tips for “mary”.*only your newest 50 tips/);
      await user.click(all);
      await waitFor(() => expect(whereAmI()).toBe('/money/tips?q=mary'));
      expect(await screen.findByLabelText('Search')).toHaveProperty('value', 'mary');
    });

    test('switches the language', async () => {
      const { user } = await opened();
      await user.type(await field(), 'deutsch');
      await user.click(await option(/Deutsch/));
      expect(await screen.findByRole('heading', { level: 1, name: de['books.title'] })).toBeDefined();
    });

    test('signs out', async () => {
      const { user, fake } = await opened();
      await user.type(await field(), 'sign out');
      await user.click(await option('Sign out'));
      await waitFor(() => expect(fake.session.value).toMatchObject({ kind: 'signed-out', reason: 'left' }));
    });
  });

  describe('shortcuts', () => {
    test.each(destinations)('g $key opens $to', async ({ to, key }) => {
      const { whereAmI } = showApp(to === '/money/books' ? '/share/embed' : '/money/books', adasBackend());
      await ready();
      fireEvent.keyDown(document.body, { key: 'g' });
      fireEvent.keyDown(document.body, { key });
      await waitFor(() => expect(whereAmI()).toBe(to));
    });

    test('/ opens the search of tips', async () => {
      const fake = adasBackend();
      fake.receive(makeTip());
      const { whereAmI } = showApp('/money/books', fake);
      await ready();
      fireEvent.keyDown(document.body, { key: '/' });
      await waitFor(() => expect(whereAmI()).toBe('/money/tips'));
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Search')));
    });

    // Holds dash-098.
    test('? shows all shortcuts and a switch that turns them off', async () => {
      const { user, whereAmI } = showApp('/money/books', adasBackend());
      await ready();
      fireEvent.keyDown(document.body, { key: '?' });
      const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
      expect(within(sheet).getAllByRole('term')).toHaveLength(shortcuts.length);
      await user.click(within(sheet).getByRole('switch', { name: 'Single-key shortcuts' }));
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      fireEvent.keyDown(document.body, { key: 'g' });
      fireEvent.keyDown(document.body, { key: 't' });
      fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
      expect(await field()).toBeDefined();
      expect(whereAmI()).toBe('/money/books');
    });

    // Holds dash-099.
    test('do nothing while the owner types', async () => {
      const { user, whereAmI } = showApp('/page/profile', adasBackend());
      const name = await screen.findByLabelText('Name');
      await user.type(name, 'g t ? /');
      expect(name).toHaveProperty('value', 'Ada Lovelaceg t ? /');
      expect(whereAmI()).toBe('/page/profile');
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  describe('a panel’s address', () => {
    const places = Object.entries(panels).flatMap(([to, parts]) =>
      parts.map(([id, heading]) => ({ address: `${to}#${id}`, heading })),
    );

    // Holds dash-100.
    test.each(places)('$address scrolls to its heading', async ({ address, heading }) => {
      const fake = adasBackend();
      fake.payments.set(makePayments());
      // A webhook has every panel of Notifications.
      fake.channels.put('hook', makeWebhook());
      fake.overlay.own.set(fakeOverlay());
      showApp(address, fake);
      await waitFor(() => expect(document.activeElement?.textContent).toBe(en[heading]));
    });

    test('of a link scrolls to its row', async () => {
      showApp('/page/profile#link-k3', adasBackend());
      await waitFor(() => expect(document.activeElement?.textContent).toContain('YouTube'));
    });
  });

  test.each([en, de, es])('the texts name every group and key', (texts) => {
    for (const { text } of shortcuts) expect(texts[text]).toBeTruthy();
  });

  vi.stubGlobal('open', vi.fn());
});

describe('found commands', () => {
  const command = (label: string, given: Partial<Command> = {}): Command => ({
    id: label,
    group: 'go',
    label,
    Icon: IconCode,
    run: () => {},
    ...given,
  });
  const labels = (commands: readonly Command[]) => commands.map(({ label }) => label);

  describe('searching for a command', () => {
    test('matches every word, in any order and without accents', () => {
      const all = [command('Cerrar sesión'), command('Sesiones'), command('Cerrar')];
      expect(labels(foundCommands(all, 'sesion CERRAR'))).toEqual(['Cerrar sesión']);
    });

    test('ranks whole words before words that start so and words that contain it', () => {
      const all = [
        command('Copy the embed code'),
        command('Account', { words: 'embed' }),
        command('Embed'),
        command('Unembed'),
      ];
      expect(labels(foundCommands(all, 'embed'))).toEqual([
        'Embed',
        'Copy the embed code',
        'Account',
        'Unembed',
      ]);
      expect(labels(foundCommands(all, 'emb'))).toEqual([
        'Copy the embed code',
        'Embed',
        'Account',
        'Unembed',
      ]);
    });

    test('without input shows all commands except those that only a search shows', () => {
      const all = [command('Tips'), command('Costs', { onSearch: true })];
      expect(labels(foundCommands(all, '  '))).toEqual(['Tips']);
      expect(labels(foundCommands(all, 'cos'))).toEqual(['Costs']);
    });

    test('offers the search of all tips last, whatever was typed', () => {
      const all = [command('Search all tips', { onSearch: true, always: true }), command('Tips')];
      expect(labels(foundCommands(all, 'tips'))).toEqual(['Tips', 'Search all tips']);
      expect(labels(foundCommands(all, 'zzz'))).toEqual(['Search all tips']);
    });
  });
});

describe('the words of owners', () => {
  /** What one owner typed in their first month, and more. */
  const asked: Readonly<Record<string, string>> = {
    domain: '/settings/domain',
    CNAME: '/settings/domain',
    linktree: '/page/profile#links',
    import: '/page/profile#links',
    'two-factor': '/settings/account#two-step',
    '2fa': '/settings/account#two-step',
    QR: '/share/kit',
    pause: '/page/amounts',
    goal: '/page/thanks#goal',
    wall: '/page/thanks#wall',
    font: '/page/profile#look',
    background: '/page/profile#look',
    csv: '/money/books',
    tax: '/money/books',
    refund: '/money/tips',
    review: '/money/review',
    discord: '/settings/notifications',
    wordpress: '/share/embed#wordpress',
    'sign out everywhere': '/settings/account#devices',
    currency: '/settings/payments',
    messages: '/money/review',
    schedule: '/page/profile#links',
    theme: '/page/profile#look',
    year: '/money/books',
    password: '/settings/account#password',
    thank: '/page/thanks#thanks',
    payout: '/money/payouts',
    email: '/settings/account#email',
    obs: '/share/stream#obs',
    delete: '/settings/account#delete',
    language: '/settings/account#language',
    monthly: '/money/monthly',
  };
  const commandsIn = (texts: Readonly<Record<string, string>>) =>
    goCommands(((id: string) => texts[id] ?? id) as Say, () => {}, false);
  const english = commandsIn(en);
  const first = (typed: string) => foundCommands(english, typed)[0]?.id;

  // Holds dash-253.
  test.each(Object.entries(asked))('"%s" leads to %s', (typed, to) => {
    expect(first(typed)).toBe(to);
  });

  /** The words that stand beside each screen and panel, with its address. */
  const wordsBeside = (texts: Readonly<Record<string, string>>) =>
    destinations.flatMap(({ to, words }) => {
      const list: Panels = panels;
      const rows = [
        [to, words] as const,
        ...(list[to] ?? []).map(([id, , more]) => [`${to}#${id}`, more] as const),
      ];
      return rows.flatMap(([address, id]) =>
        (id ? (texts[id] ?? '') : '')
          .split(' ')
          .filter(Boolean)
          .map((word) => ({ word, address })),
      );
    });

  // Holds dash-253.
  test('a hundred and more others each lead to their screen, before anything else', () => {
    const rows = wordsBeside(en);
    expect(new Set(rows.map(({ word }) => word)).size).toBeGreaterThan(150);
    const wrong = rows.filter(({ word, address }) => first(word)?.split('#')[0] !== address.split('#')[0]);
    expect(wrong.map(({ word, address }) => `${word}: ${first(word) ?? ''}, not ${address}`)).toEqual([]);
  });

  // Holds dash-253.
  test.each(languages)('in %s every word is found, near the top', async (language) => {
    const texts = await loadTexts(language, 'all');
    const commands = commandsIn(texts);
    const rows = wordsBeside(texts);
    expect(rows.length).toBeGreaterThan(70);
    const lost = rows.filter(({ word, address }) => {
      const found = foundCommands(commands, word).slice(0, 4);
      return !found.some(({ id }) => id === address);
    });
    expect(lost).toEqual([]);
  });
});
