import type { Page } from '@playwright/test';
import { deTip, en, enTip } from './card-texts';
import { expect, test, ownOwner } from './fixtures';
import { openHostPage } from './host-page';
import { payAtStripe, ada, cardForm, cards, openTipSheet, typeCard } from './steps';
import { thanks } from './truth';

test.describe('odd pages', () => {
  const card = '<busker-card profile="ada"></busker-card>';

  /** The requests to create a tip that the pages of this context send. */
  function tipsMade(page: Page): readonly string[] {
    const made: string[] = [];
    page.context().on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/v1/tips')
        made.push(request.postData() ?? '');
    });
    return made;
  }

  const framed = {
    srcdoc: 'frame.srcdoc = html',
    blob: "frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }))",
  };
  for (const [kind, fill] of Object.entries(framed))
    test(`in a ${kind} frame of the same origin: the hosted page, with the reason, before a tip is created`, async ({
      page,
      busker,
    }) => {
      const made = tipsMade(page);
      const html = `<!doctype html><script type="module" src="${busker.app}/embed/v1.js"></script>${card}`;
      await openHostPage(page, busker, {
        body: `<iframe id="block" width="600" height="700"></iframe><script>
        const frame = document.querySelector('#block');
        const html = ${JSON.stringify(html).replaceAll('</', '<\\/')};
        ${fill};</script>`,
      });
      const block = page.frameLocator('#block');
      await block.getByRole('button', { name: en.sendTip }).click();
      const sheet = block.getByRole('dialog', { name: enTip.title(ada.name) });
      await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
      await expect(sheet).toContainText(enTip.whyElsewhere['no-address']);
      expect(made).toEqual([]);
      const opening = page.waitForEvent('popup');
      await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
      await expect((await opening).getByLabel('Card number')).toBeVisible();
      expect(made).toHaveLength(1);
    });

  // Holds pay-033.
  test('offline before an amount is chosen: the sheet says so, and continues once online', async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(/ERR_INTERNET_DISCONNECTED/);
    await openHostPage(page, busker, { body: card });
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    // Not check(): the sheet may replace the amounts by its answer before Playwright reads the radio again.
    await sheet.getByRole('radio', { name: '$5.00' }).click({ force: true });
    await expect(sheet).toContainText(enTip.refused['unreachable'] ?? '');
    await expect(sheet).not.toContainText(enTip.whyElsewhere.blocked);
    await page.context().setOffline(false);
    await sheet.getByRole('button', { name: enTip.tryAgain }).click();
    await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  });

  // Holds pay-033.
  test('if a pop-up is blocked, the sheet says so and its link opens the payment page', async ({
    page,
    busker,
  }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await openHostPage(page, busker, { body: '<busker-card profile="ada" pay="hosted"></busker-card>' });
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(sheet.getByRole('status')).toHaveText(enTip.elsewhereBlocked);
    const opening = page.waitForEvent('popup');
    await sheet.getByRole('link', { name: enTip.openPayPage }).click();
    await expect((await opening).getByLabel('Card number')).toBeVisible();
    await expect(sheet.getByRole('status')).toHaveText(enTip.elsewhere);
  });

  // Holds pay-033.
  test('a page that hides the form after it was ready: Pay leads to the hosted page, with the reason', async ({
    page,
    busker,
  }) => {
    const made = tipsMade(page);
    await openHostPage(page, busker, { body: card });
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await cardForm(page).getByLabel('Card number').waitFor();
    await page.addStyleTag({ content: 'iframe { height: 0 !important; max-height: 0 !important }' });
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(sheet).toContainText(enTip.whyElsewhere.deformed);
    expect(made).toEqual([]);
  });

  test('a form below the edge of a low window does not count as hidden', async ({ page, busker }) => {
    await page.setViewportSize({ width: 390, height: 480 });
    await openHostPage(page, busker, { body: card });
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await typeCard(page, cards.good);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  });

  const cardHeight = (page: Page) =>
    page.locator('busker-card').evaluate((element) => element.getBoundingClientRect().height);

  test('on a page without a doctype the card has its usual height', async ({ page, busker }) => {
    await openHostPage(page, busker, { body: card });
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    const usual = await cardHeight(page);
    await page.setViewportSize({ width: 1280, height: 2000 });
    await openHostPage(page, busker, { doctype: '', body: card });
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    expect(await page.evaluate(() => document.compatMode)).toBe('BackCompat');
    expect(await cardHeight(page)).toBe(usual);
  });

  /** Browsers translate this way: an element with the translation replaces each text. */
  const translate = (page: Page) =>
    page.locator('busker-card').evaluate(({ shadowRoot }) => {
      if (!shadowRoot) return;
      const walker = document.createTreeWalker(shadowRoot, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    });

  test('on a translated page the amount on the button is the amount that is charged', async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, { body: card });
    const sheet = await openTipSheet(page, ada.name);
    const pay = sheet.locator('.pay');
    await expect(pay).toHaveText(enTip.chooseAmount);
    await translate(page);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await expect(pay).toHaveText('Pay $5.00');
    await translate(page);
    await sheet.getByRole('radio', { name: '$10.00' }).check({ force: true });
    await expect(pay).toHaveText('Pay $10.00');
    await typeCard(page, cards.good);
    await translate(page);
    await pay.click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  });

  for (const written of ['de_DE', 'de_DE.UTF-8'])
    // Holds tag-130.
    test(`a page in ${written}: the card, its amounts and the payment form are in German`, async ({
      page,
      busker,
    }) => {
      await openHostPage(page, busker, { body: `<div lang="${written}">${card}</div>` });
      await page.getByRole('button', { name: 'Trinkgeld senden' }).click();
      const sheet = page.getByRole('dialog', { name: deTip.title(ada.name) });
      await expect(sheet.getByRole('radio', { name: /^3,00\s\$$/ })).toBeAttached();
      await sheet.getByRole('radio', { name: /^5,00\s\$$/ }).check({ force: true });
      await expect(sheet.getByRole('button', { name: /5,00\s\$/ })).toBeVisible();
      await expect(cardForm(page).getByLabel('Kartennummer')).toBeVisible();
    });
});

test.describe('whether the form can be seen', () => {
  /** With its height reserved, which diagnose() asks for otherwise. */
  const card = '<busker-card profile="ada" style="display:block;min-height:900px"></busker-card>';

  const causes = async (page: Page): Promise<readonly string[]> =>
    page.locator('busker-card').evaluate(async (element) => {
      const { findings } = await (
        element as unknown as { diagnose(): Promise<{ findings: readonly { cause: string }[] }> }
      ).diagnose();
      return findings.map(({ cause }) => cause);
    });

  /** Page styles that hide or block the card form. With some of them its box keeps its usual size. */
  const hiding = [
    'iframe { filter: opacity(0) !important }',
    'iframe { filter: blur(40px) !important }',
    'busker-card * { filter: brightness(0) !important }',
    'iframe { mask-image: linear-gradient(transparent, transparent) !important }',
    'html { zoom: 3 }',
    'iframe { transform: translateX(200vw) !important }',
  ];
  for (const css of hiding)
    test(`with "${css}" the tip goes to the hosted page with the reason, and diagnose() names the page's styles`, async ({
      page,
      busker,
    }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await openHostPage(page, busker, { head: `<style>${css}</style>`, body: card });
      await page.getByRole('button', { name: en.sendTip }).waitFor();
      expect(await causes(page)).toEqual(['page-styles']);
      const sheet = await openTipSheet(page, ada.name);
      await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
      await expect(sheet).toContainText(enTip.whyElsewhere.deformed);
    });

  /** Page styles that change the form and leave it usable. */
  const harmless = ['iframe { filter: invert(1) hue-rotate(180deg) !important }', 'html { zoom: 1.5 }'];
  for (const css of harmless)
    test(`with "${css}" the card form is shown, and diagnose() finds nothing`, async ({ page, busker }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await openHostPage(page, busker, { head: `<style>${css}</style>`, body: card });
      await page.getByRole('button', { name: en.sendTip }).waitFor();
      expect(await causes(page)).toEqual([]);
      const sheet = await openTipSheet(page, ada.name);
      await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
      await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
      await expect(sheet.getByRole('button', { name: 'Pay $5.00' })).toBeEnabled();
      await expect(sheet).not.toContainText(enTip.whyElsewhere.deformed);
    });
});

test.describe('pages that take parts away', () => {
  const ada = ownOwner({ name: 'Ada Lind' });

  /** What pages do to what they do not know, every so often. The frames go a second after the form is there: on a slow machine it needs longer than that. */
  const pages: Readonly<Record<string, string>> = {
    'its children, every three seconds': `setInterval(() => { for (const child of [...card().children]) if (child.slot) child.remove(); }, 3000);`,
    'frames, a second after they are there': `document.addEventListener('load', ({ target }) => { if (target.matches?.('busker-card iframe')) setTimeout(() => target.remove(), 1000); }, true);`,
    'its markup, written again every two seconds': `const written = card().innerHTML; setInterval(() => { card().innerHTML = written; }, 2000);`,
    'its children, as soon as they change': `setTimeout(() => new MutationObserver(() => { for (const child of card().querySelectorAll('[slot]')) setTimeout(() => child.remove(), 400); }).observe(card(), { childList: true, subtree: true }));`,
    'its place: the tag moves every three seconds': `setInterval(() => document.querySelector('main').append(card()), 3000);`,
    'its children, once they have no key': `setInterval(() => { for (const child of [...card().childNodes]) if (child.nodeType === 1 && !child.hasAttribute('data-key')) child.remove(); }, 1500);`,
  };

  for (const [name, script] of Object.entries(pages))
    // Holds tag-104.
    test(`a page that takes away ${name}: the sheet leads to the hosted page, and keeps what was typed`, async ({
      page,
      busker,
    }) => {
      await openHostPage(page, busker, {
        body: `<main><busker-card profile="${ada.handle}" style="display: block; min-height: 577px"></busker-card></main>
        <script>const card = () => document.querySelector('busker-card'); ${script}</script>`,
      });
      const sheet = await openTipSheet(page, ada.name);
      await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('5.41');
      await sheet.getByRole('textbox', { name: enTip.yourName }).fill('Kim');
      await sheet.getByRole('textbox', { name: enTip.message }).fill('Encore');
      await expect(sheet).toContainText(enTip.whyElsewhere.removed);
      await expect(sheet.getByRole('alert')).toHaveCount(0);
      await expect(sheet.getByRole('textbox', { name: enTip.yourName })).toHaveValue('Kim');
      await expect(sheet.getByRole('textbox', { name: enTip.message })).toHaveValue('Encore');
      const opening = page.waitForEvent('popup');
      await sheet.getByRole('button', { name: enTip.pay('$5.41') }).click();
      const tab = await opening;
      await expect(tab.locator('body')).toContainText('5.41');
      await payAtStripe(tab);
      await expect(thanks(page)).toBeVisible();
    });
});
