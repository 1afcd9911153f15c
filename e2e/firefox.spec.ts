import { oddities } from '../examples/zoo/oddities';
import { alteredEmbed } from './host-page';
import { en, enTip } from './card-texts';
import { firefoxPath, inFirefox, noFirefox } from './firefox';
import { expect, test } from './fixtures';
import { tipByKeyboard } from './keyboard-walk';
import { ada, cards, openTipSheet, typeCard } from './steps';
import { endingOf, visit } from './zoo';

test.use(inFirefox);
test.skip(firefoxPath === null, noFirefox);

test('in Firefox a fan pays by card in the page, sees the thanks, and undoes the tip', async ({
  page,
  busker,
}) => {
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await sheet.getByRole('textbox', { name: enTip.message }).fill('From another browser');
  await typeCard(page, cards.good);
  await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeFocused();
  await page.getByRole('button', { name: enTip.undo }).click();
  await expect(sheet).toContainText(enTip.undone('$5.00'));
});

test('in Firefox a fan sends a whole tip by keyboard, and the focus returns to the tip button', async ({
  page,
  busker,
}) => {
  await page.goto(`${busker.examples}/plain-html/`);
  await tipByKeyboard(page);
});

// Holds web-051, tag-066.
test('in Firefox a chunk that is not the published one never runs, and the fan reads where else to tip', async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/integrity/);
  const site = await alteredEmbed(busker.app);
  await page.goto(site.page);
  await page.getByRole('button', { name: en.sendTip }).click();
  await expect(page.getByRole('alert')).toContainText(en.tipElsewhere);
  expect(await page.evaluate(() => 'alteredRan' in globalThis)).toBe(false);
  site.close();
});

// `npm run hunt -- zoo --firefox` visits all of them.
const sample = [
  'frame-of-another-site',
  'inside-a-closed-shadow-root',
  'policy-nonce-alone',
  'divs-without-width',
  'script-without-its-type',
];

for (const name of sample)
  test(`in Firefox the page ${name} of the zoo ends as its table says`, async ({ browser, busker }) => {
    const ends = oddities[name]?.ends;
    const { page, leave } = await visit(browser, busker, [name]);
    expect(await endingOf(page, { comes: ends === 'links' ? 'no' : 'yes', pays: true })).toEqual(ends);
    await leave();
  });
