import { enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ownOwner } from './own-owner';
import { payAtStripe } from './pay-at-stripe';
import { openTipSheet } from './steps';
import { thanks } from './truth';

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
