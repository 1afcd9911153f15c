import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { fakeBlocks } from '@busker/core/testing/fakes';
import { defaultPreferences } from '@busker/core/account/account-document';
import { dayOf } from '@busker/core/insights/insight-document';
import { defaultPageLook, readyLooks } from '@busker/core/looks/page-look';
import { adasBackend, showApp, showScreen } from '../../testing/fake-screen';
import { makeDraft, makePayments, makeTip } from '../../testing/fakes';
import { isColour, repairedAccent, weakGrounds } from './look-panel';

describe('profile screen', () => {
  describe('profile screen', () => {
    afterEach(cleanup);

    async function editor(fake = adasBackend()) {
      const shown = showScreen('/page/profile', fake);
      await screen.findByRole('heading', { name: 'Profile' });
      return { fake, ...shown };
    }
    const publishButton = () => screen.findByRole('button', { name: 'Publish' });

    // Holds dash-032.
    test('stores typed text and says when it is saved', async () => {
      const { fake } = await editor();
      // In one event: on a slow machine typing takes longer than the pause before saving.
      fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada Lovelace King' } });
      expect(screen.getByText('Saving…')).toBeDefined();
      await screen.findByText('All edits saved');
      expect(fake.serverDraft.value?.name).toBe('Ada Lovelace King');
      expect(fake.serverDraft.value?.revision).toBe(8);
    });

    // Holds dash-033.
    test('keeps edits while offline, says so and sends them later', async () => {
      const { fake, user } = await editor();
      fake.online.set(false);
      await user.type(screen.getByLabelText('Bio'), '!');
      await screen.findByText('Offline, will be sent');
      expect(fake.serverDraft.value?.bio).not.toContain('!');
      fake.online.set(true);
      await screen.findByText('All edits saved');
      expect(fake.serverDraft.value?.bio).toMatch(/!$/);
    });

    // Holds dash-034.
    test('keeps the text when storing fails, and stores it with the next attempt', async () => {
      const { fake, user } = await editor();
      fake.failNext('editDraft', 'store/resource-exhausted');
      await user.type(screen.getByLabelText('Name'), '?');
      const again = await screen.findByRole('button', { name: 'Try again' });
      expect(screen.getByText(/reached its daily limit/)).toBeDefined();
      expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ada Lovelace?');
      await user.click(again);
      await screen.findByText('All edits saved');
      expect(fake.serverDraft.value?.name).toBe('Ada Lovelace?');
    });

    // Holds dash-036.
    test('publishes everything typed, including the last key', async () => {
      const { fake, user } = await editor();
      await user.type(screen.getByLabelText('Name'), ' King');
      await user.click(await publishButton());
      await screen.findByText(/Published\. Your card is up to date/);
      expect(fake.published.value?.name).toBe('Ada Lovelace King');
    });

    test('moves the focus to the result after publishing by keyboard', async () => {
      const { user } = await editor();
      await user.type(screen.getByLabelText('Name'), ' King');
      const button = await publishButton();
      act(() => button.focus());
      await user.keyboard('{Enter}');
      await screen.findByText(/Published\. Your card is up to date/);
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Everything is published'));
    });

    // Holds dash-035.
    test('lists the unpublished changes and discards them on request', async () => {
      const { fake, user } = await editor();
      await user.type(screen.getByLabelText('Bio'), ' More.');
      await user.click(screen.getByRole('switch', { name: 'Show X' }));
      await user.click(await screen.findByRole('button', { name: '2 changes not live yet' }));
      expect(await screen.findByText('Link hidden: X')).toBeDefined();
      await user.click(screen.getByRole('button', { name: 'Discard' }));
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
      await screen.findByText('Everything is published');
      expect(fake.serverDraft.value?.bio).toBe(fake.published.value?.bio);
    });

    // Holds dash-036.
    test('shows each refused field at its place and publishes nothing', async () => {
      const { fake, user } = await editor();
      await user.clear(screen.getByLabelText('Name'));
      await user.click(await publishButton());
      expect(await screen.findByText('Tell people who you are.')).toBeDefined();
      expect(screen.getByText('Fix 1 field to publish.')).toBeDefined();
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
      expect(fake.published.value?.name).toBe('Ada Lovelace');
      await user.type(screen.getByLabelText('Name'), 'A');
      expect(screen.queryByText('Tell people who you are.')).toBeNull();
    });

    test('opens the link whose address was refused', async () => {
      const { user } = await editor();
      await user.click(screen.getByRole('button', { name: /^Edit X/ }));
      await user.clear(screen.getByLabelText('Address'));
      await user.type(screen.getByLabelText('Address'), 'javascript:alert(1)');
      await user.click(await publishButton());
      expect(await screen.findByText(/Use an address that starts with https/)).toBeDefined();
    });

    // Holds dash-038, dash-1292.
    test('says while typing whether a handle is available', async () => {
      const { user } = await editor();
      const handle = screen.getByLabelText('Handle');
      expect(handle.parentElement?.parentElement?.dir).toBe('ltr');
      expect(screen.getByText('@ada is yours')).toBeDefined();
      await user.clear(handle);
      await user.type(handle, 'grace');
      expect(await screen.findByText('@grace is taken. Please choose another one.')).toBeDefined();
      await user.type(handle, '_two');
      expect(await screen.findByText('@grace_two is available')).toBeDefined();
      expect(screen.getByText(/seen your card as @ada, that handle stays yours/)).toBeDefined();
    });

    // Holds dash-038.
    test('checks a handle again when the connection is back', async () => {
      const { fake, user } = await editor();
      fake.failNext('handleState', 'api/unreachable');
      const field = screen.getByLabelText('Handle');
      await user.clear(field);
      await user.type(field, 'countess');
      expect(await screen.findByText(/We could not check whether it is available/)).toBeDefined();
      window.dispatchEvent(new Event('online'));
      expect(await screen.findByText('@countess is available')).toBeDefined();
    });

    test('says at the field that someone else took the handle', async () => {
      const { fake, user } = await editor();
      fake.failNext('publish', 'api/handle-taken');
      await user.type(screen.getByLabelText('Bio'), '.');
      await user.click(await publishButton());
      expect(await screen.findByText('This name is taken. Please choose another one.')).toBeDefined();
    });

    // Holds dash-036.
    test('waits and retries when the server has an older draft', async () => {
      const { fake, user } = await editor();
      fake.failNext('publish', 'api/draft-behind');
      await user.type(screen.getByLabelText('Bio'), '.');
      await user.click(await publishButton());
      expect(await screen.findByText(/Published\. Your card/, {}, { timeout: 3000 })).toBeDefined();
    });

    // Holds dash-002.
    test('refuses to publish with an unconfirmed email, and says why', async () => {
      const fake = adasBackend();
      fake.changeUser({ emailVerified: false });
      fake.published.set(null);
      await editor(fake);
      expect((await publishButton()).hasAttribute('disabled')).toBe(true);
      expect(screen.getByText('Confirm your email address first.')).toBeDefined();
    });
  });

  describe('visibility panel', () => {
    afterEach(cleanup);

    async function askedToTakeDown() {
      const fake = adasBackend();
      const { user } = showScreen('/page/profile', fake);
      await user.click(await screen.findByRole('button', { name: 'Take the page down' }));
      const dialog = await screen.findByRole('dialog', { name: 'Take your page down?' });
      return { fake, user, dialog };
    }

    test('takes the page down after a question, and Publish brings it back', async () => {
      const { fake, user, dialog } = await askedToTakeDown();
      expect(fake.published.value?.takenDownAt).toBeNull();
      await user.click(within(dialog).getByRole('button', { name: 'Take it down' }));
      await screen.findByText('Taken down');
      expect(fake.published.value?.takenDownAt).toBeGreaterThan(0);
      await user.click(screen.getByRole('button', { name: 'Publish' }));
      await waitFor(() => expect(fake.published.value?.takenDownAt).toBeNull());
      await screen.findByRole('button', { name: 'Take the page down' });
    });

    test('changes nothing when the owner keeps the page', async () => {
      const { fake, user, dialog } = await askedToTakeDown();
      await user.click(within(dialog).getByRole('button', { name: 'Keep it' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(fake.published.value?.takenDownAt).toBeNull();
    });

    test('keeps the question open and says why when the server refuses', async () => {
      const { fake, user, dialog } = await askedToTakeDown();
      fake.failNext('unpublish', 'api/account-leaving');
      await user.click(within(dialog).getByRole('button', { name: 'Take it down' }));
      await within(dialog).findByRole('alert');
      expect(fake.published.value?.takenDownAt).toBeNull();
    });
  });
});

describe('preview', () => {
  afterEach(cleanup);

  // Holds dash-276.
  test('is the page first, follows the edits, and cannot do anything', async () => {
    const fake = adasBackend();
    const { user } = showScreen('/page/profile', fake);
    const frame = await screen.findByTitle('Preview of your page');
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
    expect(frame.getAttribute('srcdoc')).toContain(`<h1>${makeDraft().name}</h1>`);
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Countess' } });
    await waitFor(() =>
      expect(screen.getByTitle('Preview of your page').getAttribute('srcdoc')).toContain('<h1>Countess</h1>'),
    );
    const preview = within(screen.getByLabelText('Preview', { selector: 'section' }));
    await user.click(preview.getByRole('radio', { name: 'Card', hidden: true }));
    await screen.findByText('Your real card on other sites, with your unpublished changes.');
    await waitFor(() => expect(screen.queryByTitle('Preview of your page')).toBeNull());
  });

  test('shows the picture that is not published, and asks the server for nothing else after an edit', async () => {
    const fake = adasBackend();
    const picture = { slot: 'picture-a', generation: '1' } as const;
    fake.files.set('picture-a', new File(['picture'], 'ada.png', { type: 'image/png' }));
    fake.serverDraft.set(makeDraft({ picture }));
    showScreen('/page/profile', fake);
    await screen.findByTitle('Preview of your page');
    const shown = () => screen.getByTitle('Preview of your page').getAttribute('srcdoc');
    await waitFor(() => expect(shown()).toContain('<img src="blob:'));
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Countess' } });
    act(() => fake.serverDraft.set(makeDraft({ picture: null, revision: 9 })));
    expect(shown()).not.toContain('/img/0');
    await waitFor(() => expect(shown()).toContain('<img src="null"'));
  });

  // Holds dash-1252.
  test('shows the cover and the picture behind the page before they are published', async () => {
    const fake = adasBackend();
    const cover = { slot: 'cover-a', generation: '1' } as const;
    const behind = { slot: 'ground-b', generation: '2' } as const;
    for (const slot of ['cover-a', 'ground-b'])
      fake.files.set(slot, new File([slot], 'ada.png', { type: 'image/png' }));
    const draft = makeDraft();
    const page = { ...draft.look.page, cover, ground: { kind: 'picture', upload: behind } } as const;
    fake.serverDraft.set({ ...draft, look: { ...draft.look, page } });
    showScreen('/page/profile', fake);
    await screen.findByTitle('Preview of your page');
    await waitFor(() =>
      expect(screen.getByTitle('Preview of your page').getAttribute('srcdoc')).toMatch(
        /<img src="null"><img src="blob:[^"]+"><img src="blob:[^"]+">/,
      ),
    );
  });

  // Holds dash-1241.
  test('shows the picture of a block before it is published', async () => {
    const fake = adasBackend();
    const { photo } = fakeBlocks;
    if (photo?.kind !== 'picture' || !photo.picture) throw new Error('a picture is missing');
    fake.files.set(photo.picture.slot, new File(['p'], 'ada.png', { type: 'image/png' }));
    fake.serverDraft.set(makeDraft({ blocks: { photo } }));
    showScreen('/page/profile', fake);
    await screen.findByTitle('Preview of your page');
    await waitFor(() =>
      expect(screen.getByTitle('Preview of your page').getAttribute('srcdoc')).toMatch(
        /<img src="blob:[^"]+">$/,
      ),
    );
  });

  test('says that the page could not be made, and tries again', async () => {
    const fake = adasBackend();
    const { user } = showScreen('/page/profile', fake);
    const preview = within(await screen.findByLabelText('Preview', { selector: 'section' }));
    await preview.findByTitle('Preview of your page');
    fake.failNext('previewPage', 'api/unreachable');
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Countess' } });
    await user.click(await preview.findByRole('button', { name: 'Try again', hidden: true }));
    expect(await screen.findByTitle('Preview of your page')).toBeDefined();
  });
});

describe('set up', () => {
  afterEach(cleanup);

  const list = () => screen.findByRole('region', { name: 'First steps' });
  const sidebar = () => within(screen.getAllByRole('banner')[0] ?? document.body);

  // Holds dash-112.
  test('lists the steps with what is done, and explains every step that is left', async () => {
    showApp('/page/profile', adasBackend());
    const steps = within(await list()).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      'Secure your account, done',
      'Choose your name and address, done',
      'Add your first links, done',
      'Put your page online, done',
      expect.stringMatching(/^Connect your Stripe accountChoose your country, .*Skip$/) as string,
      expect.stringMatching(/^Show your page to othersCopy or share .*Copy address.*Skip$/) as string,
    ]);
  });

  // Holds dash-274, dash-1293.
  test('a new owner publishes with the step itself, which says what is missing and leads there', async () => {
    const fake = adasBackend();
    fake.published.set(null);
    fake.serverDraft.set(makeDraft({ name: '' }));
    const { user } = showApp('/page/profile', fake);
    const step = within(await list()).getByRole('button', { name: 'Put your page online' });
    expect(step.dataset['variant']).toBe('default');
    await user.click(step);
    const said = await within(await list()).findByRole('alert');
    expect(said.textContent).toBe('Fix 1 field to publish. Name');
    await user.click(within(said).getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    await user.type(screen.getByLabelText('Name'), 'Ada');
    expect(step.dataset['variant']).toBe('filled');
    await user.click(step);
    expect((await screen.findByText(/You are live at/)).parentElement?.textContent).toContain(
      'Next: Connect your Stripe account. Then your page takes tips.',
    );
  });

  // Holds dash-270.
  test('looking at the own page is not showing it to others; copying its address is, on every device', async () => {
    const fake = adasBackend();
    fake.insights.set([
      { v: 1, day: dayOf(Date.now()), views: 3, clicks: {}, sites: { 'busker.example': 3 } },
    ]);
    const { user } = showApp('/page/profile', fake);
    await user.click(within(await list()).getByRole('button', { name: 'Copy address' }));
    await within(await list()).findByText(/^Show your page to others/, { selector: '[data-done] *' });
    expect(fake.preferences.value?.pageShared).toBe(true);
  });

  test('a card that was seen on another site counts as shown', async () => {
    const fake = adasBackend();
    fake.insights.set([{ v: 1, day: dayOf(Date.now()), views: 1, clicks: {}, sites: { 'blog.example': 1 } }]);
    showApp('/page/profile', fake);
    await waitFor(async () =>
      expect(within(await list()).queryByRole('button', { name: /^Skip: Show/ })).toBeNull(),
    );
  });

  // Holds dash-270.
  test('a step can be skipped, and stays so on every device', async () => {
    const fake = adasBackend();
    const { user } = showApp('/page/profile', fake);
    await user.click(within(await list()).getByRole('button', { name: /^Skip: Connect/ }));
    await waitFor(() => expect(fake.preferences.value?.setUpSkipped).toEqual(['payments']));
    await user.click(within(await list()).getByRole('button', { name: /^Skip: Show/ }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  });

  // Holds dash-271.
  test('a tip to oneself is offered only when the page takes tips', async () => {
    const fake = adasBackend();
    showApp('/page/profile', fake);
    await list();
    expect(screen.queryByText('Send yourself a first tip')).toBeNull();
    fake.payments.set(makePayments());
    const taking = within(await screen.findByRole('region', { name: 'Your page takes tips' }));
    expect(taking.getByRole('link', { name: 'Send yourself a first tip' }).getAttribute('href')).toMatch(
      /\/@ada\/tip$/,
    );
  });

  test('a step that is done elsewhere is marked at once', async () => {
    const fake = adasBackend();
    showApp('/page/profile', fake);
    within(await list()).getByRole('link', { name: 'Connect your Stripe account' });
    fake.payments.set(makePayments());
    const taking = within(await screen.findByRole('region', { name: 'Your page takes tips' }));
    expect(taking.queryByRole('link', { name: 'Connect your Stripe account' })).toBeNull();
  });

  test('is gone after the first tip', async () => {
    const fake = adasBackend();
    fake.payments.set(makePayments());
    showApp('/page/profile', fake);
    await screen.findByRole('region', { name: 'Your page takes tips' });
    fake.receive(makeTip());
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your page takes tips' })).toBeNull());
    expect(sidebar().queryByRole('link', { name: /First steps/ })).toBeNull();
  });

  test('stays hidden on every device, and is found again in the frame', async () => {
    const fake = adasBackend();
    const { user } = showApp('/page/profile', fake);
    await user.click(within(await list()).getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
    expect(fake.preferences.value?.setUpHidden).toBe(true);

    const again = showApp('/settings/account', fake);
    await screen.findByRole('heading', { name: 'Account', level: 1 });
    await again.user.click(await sidebar().findByRole('link', { name: /First steps/ }));
    await list();
    expect(again.whereAmI()).toBe('/page/profile');
    expect(fake.preferences.value?.setUpHidden).toBe(false);
  });

  test('hiding the list does not change the language of this device', async () => {
    const fake = adasBackend();
    fake.preferences.set({ ...defaultPreferences, setUpHidden: true });
    localStorage.setItem('busker-language', 'de');
    showApp('/settings/account', fake);
    expect(await screen.findByRole('heading', { name: 'Konto', level: 1 })).toBeDefined();
    localStorage.removeItem('busker-language');
  });

  test('in live mode the last step says that real money is charged', async () => {
    const fake = adasBackend();
    fake.payments.set(makePayments({ livemode: true }));
    showApp('/page/profile', fake);
    const taking = await screen.findByRole('region', { name: 'Your page takes tips' });
    await within(taking).findByText(/^Your card is charged real money\./);
    expect(screen.queryByText(/^This server is in test mode/)).toBeNull();
  });
});

describe('the look of the page', () => {
  afterEach(cleanup);

  async function picker() {
    const fake = adasBackend();
    const shown = showScreen('/page/profile', fake);
    const looks = within(await screen.findByRole('radiogroup', { name: 'Ready looks' }));
    return { fake, looks, ...shown };
  }

  // Holds dash-1084.
  test('is chosen from twelve small pages with the owner’s own name and links, by name and by keyboard', async () => {
    const { fake, looks, user } = await picker();
    const radios = looks.getAllByRole('radio');
    expect(radios).toHaveLength(readyLooks.length);
    expect(looks.getByRole('radio', { name: 'Classic' })).toHaveProperty('checked', true);
    const small = () => looks.getByRole('radio', { name: 'Paper' }).nextElementSibling?.shadowRoot;
    await waitFor(() => expect(small()?.querySelector('h1')?.textContent).toBe('Ada Lovelace'));
    expect(small()?.querySelectorAll('.links a').length).toBeGreaterThan(0);
    await user.click(looks.getByRole('radio', { name: 'Paper' }));
    await screen.findByText('All edits saved');
    expect(fake.serverDraft.value?.look.page).toEqual({ ...defaultPageLook, ready: 'paper' });
  });

  // Holds dash-1084.
  test('has settings on top, which another ready look takes back', async () => {
    const { fake, looks, user } = await picker();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Buttons' }), 'Soft');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Background' }), 'Pattern');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Pattern' }), 'Waves');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Text size' }), 'Large');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Font of the page' }), 'Permanent Marker');
    expect(screen.getByText(/^This font writes your name only/)).toBeDefined();
    await screen.findByText('All edits saved');
    expect(fake.serverDraft.value?.look.page).toMatchObject({
      fill: 'soft',
      ground: { kind: 'pattern', pattern: 'waves' },
      size: 'large',
      font: 'marker',
    });
    await user.click(looks.getByRole('radio', { name: 'Neon' }));
    await screen.findByText('All edits saved');
    expect(fake.serverDraft.value?.look.page).toEqual({ ...defaultPageLook, ready: 'neon', size: 'large' });
  });
});

describe('accent contrast', () => {
  // Holds dash-063.
  test('names the pages on which a colour is hard to see', () => {
    expect(weakGrounds('#ffff00').map(({ ground }) => ground)).toEqual(['light']);
    expect(weakGrounds('#10104a').map(({ ground }) => ground)).toEqual(['dark']);
    expect(weakGrounds('#9a4a1c')).toEqual([]);
  });

  // Holds dash-063.
  test('changes a weak colour to one that works on both pages, and keeps good ones', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(byte, byte, byte, (r, g, b) => {
        const accent = `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        const repaired = repairedAccent(accent);
        expect(isColour(repaired)).toBe(true);
        expect(weakGrounds(repaired)).toEqual([]);
        const wasFine = weakGrounds(accent).length === 0;
        expect(wasFine && repaired !== accent).toBe(false);
      }),
    );
  });
});
