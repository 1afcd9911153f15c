import type { Page } from '@playwright/test';
import type { StoredProfile } from '@busker/core/profile/profile';
import { reservedHeight } from '@busker/dashboard/embed-code/snippet';
import { demoOwners } from '@busker/local/demo-owners';
import type { Addresses } from './backend';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cards, openTipSheet, typeCard } from './steps';

test.describe('the tag', () => {
  // The tag's contract, tested on another site's page. Names are written out here because pages rely on them.

  const card = (page: Page) => page.locator('busker-card');
  const sendTip = (page: Page) => card(page).getByRole('button', { name: 'Send a tip' });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Tip Ada Lind' });
  const withCard = (page: Page, busker: Addresses, attributes = '', head = '') =>
    openHostPage(page, busker, { head, body: `<busker-card profile="ada" ${attributes}></busker-card>` });

  // Holds tag-008, tag-015, tag-020, tag-025, tag-026.
  test('attributes take effect at once, and removed ones return to their default', async ({
    page,
    busker,
  }) => {
    await withCard(page, busker);
    await expect(sendTip(page)).toBeVisible();
    const set = (name: string, value: string | null) =>
      card(page).evaluate(
        (element, [attribute, given]) =>
          given === null ? element.removeAttribute(attribute) : element.setAttribute(attribute, given),
        [name, value] as const,
      );
    const colour = () => sendTip(page).evaluate((button) => getComputedStyle(button).backgroundColor);
    const usual = await colour();
    const links = card(page).getByRole('link');
    const heading = card(page).getByRole('heading', { name: 'Ada Lind' });

    await set('accent', 'rebeccapurple');
    await expect.poll(colour).toBe('rgb(102, 51, 153)');
    await set('accent', null);
    await expect.poll(colour).toBe(usual);

    await set('tips', 'off');
    await expect(sendTip(page)).toHaveCount(0);
    await set('tips', null);
    await set('links', 'off');
    await expect(links).toHaveCount(0);
    await set('links', '');
    await expect(links).not.toHaveCount(0);

    await set('layout', 'links');
    await expect(heading).toHaveCount(0);
    await expect(links).not.toHaveCount(0);
    await set('layout', 'button');
    await expect(links).toHaveCount(0);
    await expect(sendTip(page)).toBeVisible();
    await set('layout', null);
    await expect(heading).toBeVisible();

    await set('theme', 'dark');
    await expect(card(page).locator('.busker')).toHaveCSS('color-scheme', 'dark');
    await set('theme', 'light');
    await expect(card(page).locator('.busker')).toHaveCSS('color-scheme', 'light');
    await set('locale', 'fr-CA');
    await expect(card(page).getByRole('button', { name: 'Envoyer un pourboire' })).toBeVisible();
    await set('locale', null);

    // Cut to the owner's limits, which end at $500.
    await set('amounts', '7,12.5,9000');
    await set('for', 'The cello suite');
    await sendTip(page).click();
    await expect(dialog(page).getByRole('radio')).toHaveCount(2);
    await expect(dialog(page).getByRole('radio', { name: '$12.50' })).toBeVisible();
    await expect(dialog(page)).toContainText('The cello suite');
  });

  for (const layout of ['card', 'links', 'button'] as const)
    // Holds tag-005.
    test(`the height that the snippet reserves is the height of layout="${layout}" within 4 px, on a phone and in a column of a wide screen`, async ({
      page,
      busker,
    }) => {
      const draft = demoOwners[0]?.draft;
      if (!draft) throw new Error('There are no demo owners');
      const groups = ['Music', 'Music', 'Elsewhere', null];
      await page.route('**/v1/profiles/ada*', async (route) => {
        const answer = await route.fetch();
        const profile = (await answer.json()) as { links: object[] };
        const links = profile.links.map((link, index) => ({ ...link, group: groups[index] ?? null }));
        await route.fulfill({ response: answer, json: { ...profile, links } });
      });
      const links = Object.values(draft.links).map(({ label }, index) => ({
        label,
        group: groups[index] ?? null,
      }));
      const profile = { ...draft, look: { ...draft.look, layout } } as unknown as StoredProfile;
      const kept = reservedHeight(profile, links);
      await withCard(page, busker, `layout="${layout}"`);
      await expect(sendTip(page)).toBeVisible();
      for (const [column, height] of [
        [328, kept.narrow],
        [384, kept.wide],
      ] as const) {
        const taken = await card(page).evaluate((element, width) => {
          element.style.width = `${width}px`;
          return element.getBoundingClientRect().height;
        }, column);
        expect(Math.abs(height - taken)).toBeLessThanOrEqual(4);
      }
    });

  for (const label of ['A new bow', 'New strings and a long overdue repair of the old cello'])
    test(`the height that the snippet reserves includes the goal “${label}” within 4 px, on a phone and in a column of a wide screen`, async ({
      page,
      busker,
    }) => {
      const draft = demoOwners[0]?.draft;
      if (!draft) throw new Error('There are no demo owners');
      const goal = { label, amount: 30_000 };
      await page.route('**/v1/profiles/ada/wall*', (route) =>
        route.fulfill({
          json: { v: 1, goal: { ...goal, currency: 'usd', reached: 12_345 }, supporters: [] },
          headers: { 'access-control-allow-origin': '*' },
        }),
      );
      const kept = reservedHeight(draft as unknown as StoredProfile, Object.values(draft.links), goal);
      await withCard(page, busker, 'goal');
      await expect(card(page).getByRole('progressbar', { name: label })).toBeVisible();
      for (const [column, height] of [
        [328, kept.narrow],
        [384, kept.wide],
      ] as const) {
        const taken = await card(page).evaluate((element, width) => {
          element.style.width = `${width}px`;
          return element.getBoundingClientRect().height;
        }, column);
        expect(Math.abs(height - taken)).toBeLessThanOrEqual(4);
      }
    });

  // Holds tag-006, tag-043.
  test('refresh() shows a newly published profile, and keeps the focused element', async ({
    page,
    busker,
  }) => {
    let name = 'Ada Lind';
    await page.route('**/v1/profiles/ada*', async (route) => {
      const answer = await route.fetch();
      const profile = (await answer.json()) as object;
      await route.fulfill({ response: answer, json: { ...profile, name } });
    });
    await withCard(page, busker);
    const heading = card(page).getByRole('heading');
    await expect(heading).toHaveText('Ada Lind');
    await card(page).getByRole('link', { name: 'YouTube' }).focus();
    name = 'Ada of the Bridge';
    const answered = page.waitForResponse('**/v1/profiles/ada*');
    await card(page).evaluate((element) => (element as unknown as { refresh: () => void }).refresh());
    await (await answered).finished();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await expect(heading).toHaveText('Ada Lind');
    await page.evaluate(() => document.querySelector('busker-card')?.shadowRoot?.querySelector('a')?.focus());
    await expect(heading).toHaveText('Ada Lind');
    await page.evaluate(() => {
      const active = document.querySelector('busker-card')?.shadowRoot?.activeElement;
      if (active instanceof HTMLElement) active.blur();
    });
    await expect(heading).toHaveText('Ada of the Bridge');
  });

  // Holds tag-032.
  test("moving the card in the page keeps the fan's entries, mounts the card form again and says so", async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, {
      body: '<main><busker-card profile="ada"></busker-card></main><footer id="other-place"></footer>',
    });
    await sendTip(page).click();
    await dialog(page).getByRole('textbox', { name: 'Other amount' }).fill('7.35');
    await dialog(page).getByRole('textbox', { name: 'Message (optional)' }).fill('From the bridge');
    await typeCard(page, cards.good);
    await page.evaluate(() => {
      const moved = document.querySelector('busker-card');
      if (moved) document.querySelector('#other-place')?.append(moved);
    });
    await expect(dialog(page).getByRole('alert')).toContainText('You have not been charged.');
    await expect(dialog(page).getByRole('textbox', { name: 'Other amount' })).toHaveValue('7.35');
    await expect(dialog(page).getByRole('textbox', { name: 'Message (optional)' })).toHaveValue(
      'From the bridge',
    );
    await typeCard(page, cards.good);
    await dialog(page).getByRole('button', { name: 'Pay $7.35' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  });

  // Holds tag-042, tag-047.
  test('the card dispatches its events, and the page can prevent some', async ({ page, busker }) => {
    await withCard(page, busker);
    await expect(sendTip(page)).toBeVisible();
    await page.evaluate(() => {
      const heard: string[] = [];
      const stop = new Set(['busker-tip-open', 'busker-link-click']);
      Object.assign(document, { heard, stop });
      for (const name of ['tip-open', 'tip-cancel', 'link-click', 'tip-error'])
        document.addEventListener(`busker-${name}`, (event) => {
          heard.push(`${event.type} ${JSON.stringify((event as CustomEvent).detail)}`);
          if (stop.has(event.type)) event.preventDefault();
        });
    });
    const heard = () => page.evaluate(() => (document as unknown as { heard: string[] }).heard);
    await sendTip(page).click();
    expect(await heard()).toEqual(['busker-tip-open {"handle":"ada"}']);
    await expect(dialog(page)).toHaveCount(0);

    await card(page).getByRole('link', { name: 'YouTube' }).click();
    expect((await heard())[1]).toMatch(/^busker-link-click \{"id":".*","label":"YouTube"\}$/);
    expect(page.context().pages()).toHaveLength(1);

    await page.evaluate(() => (document as unknown as { stop: Set<string> }).stop.clear());
    await card(page).evaluate((element) =>
      (element as unknown as { openTip: (n: number) => void }).openTip(5),
    );
    await expect(dialog(page).getByRole('radio', { name: '$5.00' })).toBeChecked();
    await card(page).evaluate((element) => (element as unknown as { closeTip: () => void }).closeTip());
    await expect(dialog(page)).toBeHidden();
    await sendTip(page).click();
    // The chosen amount stays.
    await expect(dialog(page).getByRole('radio', { name: '$5.00' })).toBeChecked();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    expect(await heard()).toContain('busker-tip-cancel {"handle":"ada"}');
  });

  // Holds tag-049.
  test('custom properties and parts style the card', async ({ page, busker }) => {
    const head = `<style>
    busker-card { --busker-accent: rgb(1, 2, 3); --busker-radius: 3px; --busker-text: rgb(4, 5, 6); }
    busker-card::part(link) { border-style: dashed; }
    busker-card::part(tip-button) { letter-spacing: 3px; }
    busker-card::part(sheet) { outline: 5px solid rgb(7, 8, 9); }
  </style>`;
    await withCard(page, busker, 'theme="light"', head);
    await expect(sendTip(page)).toHaveCSS('background-color', 'rgb(1, 2, 3)');
    await expect(sendTip(page)).toHaveCSS('letter-spacing', '3px');
    await expect(card(page).getByRole('heading')).toHaveCSS('color', 'rgb(4, 5, 6)');
    await expect(card(page).locator('section')).toHaveCSS('border-radius', '3px');
    await expect(card(page).getByRole('link').first()).toHaveCSS('border-style', 'dashed');
    await sendTip(page).click();
    await expect(dialog(page)).toHaveCSS('outline-color', 'rgb(7, 8, 9)');
  });
});

test.describe('in React', () => {
  // Holds web-039, tag-048, tag-070.
  test('in a React app the npm build follows its props, calls its event handlers and takes a tip', async ({
    page,
    busker,
  }) => {
    await page.goto(`${busker.examples}/react/`);
    const card = page.locator('busker-card');
    const said = page.locator('main > [role=status]');
    await expect(said).toHaveText('The card of ada is there.');
    await expect(card.locator('.busker')).toHaveClass(/light/);
    // The card's links have replaced the page's own.
    await expect(card.getByRole('link', { name: 'Instagram' }).filter({ visible: true })).toHaveCount(1);
    await expect(card.getByRole('link', { name: 'Tip Ada' })).toBeHidden();

    await test.step('a changed prop changes the card', async () => {
      await page.getByLabel('Dark card').check();
      await expect(card.locator('.busker')).toHaveClass(/dark/);
    });

    await test.step('the card mounts and unmounts with its component', async () => {
      await page.getByLabel('Show it').uncheck();
      await expect(card).toHaveCount(0);
      await page.getByLabel('Show it').check();
      await expect(card.getByRole('button', { name: en.sendTip })).toBeVisible();
    });

    await test.step('a tip is paid, and the app gets the event', async () => {
      const sheet = await openTipSheet(page, ada.name);
      await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
      await typeCard(page, cards.good);
      await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
      await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
      await expect(said).toHaveText('Tipped 500 usd.');
    });
  });
});
