import { readFile } from 'node:fs/promises';
import { expect, test, ownOwner } from './fixtures';
import { signIn } from './steps';

// Publishing would change a card that other tests use at the same time.
const ada = ownOwner({
  name: 'Ada Lind',
  draft: {
    links: {
      instagram: { label: 'Instagram', url: 'https://instagram.com/adalind.cello', order: 0, on: true },
    },
  },
});

// Holds dash-056.
test("Ada's links: paste, headings, schedule, icon, picture, verification, dead link, export and undo of a removal", async ({
  busker,
  page,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, busker, ada);
  const list = page.getByRole('list', { name: 'Links', exact: true });
  const row = (label: string) => list.getByRole('listitem').filter({ hasText: label });
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Published. Your card is up to date everywhere.').last()).toBeVisible();
    await expect(page.getByText('Everything is published')).toBeVisible();
  };
  const home = ada.site;
  const dead = `${busker.examples}/no-such-page/`;

  await test.step('she pastes a list: each URL becomes a link, and other lines are named', async () => {
    const pasted = [home, dead, 'ada-lind.bandcamp.com', 'javascript:alert(1)', home].join('\n');
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
    await page.getByRole('textbox', { name: 'Paste a link' }).focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expect(page.getByText('3 links added')).toBeVisible();
    await expect(page.getByText('Not added because it is not a link: javascript:alert(1)')).toBeVisible();
  });

  const rename = async (address: string, label: string) => {
    const link = list.getByRole('listitem').filter({ hasText: address });
    await link.getByRole('button', { name: /^Edit / }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill(label);
    return row(label);
  };

  await test.step('she gives one link a heading, another an icon, and schedules a third', async () => {
    const mine = await rename('/plain-html', 'My own site');
    await mine.getByLabel('Heading').fill('Elsewhere');
    const picture = { name: 'site.png', mimeType: 'image/png', buffer: await page.screenshot() };
    const chooser = page.waitForEvent('filechooser');
    await mine.getByRole('button', { name: 'Upload picture' }).click();
    await (await chooser).setFiles(picture);
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await expect(mine.getByRole('button', { name: 'Use the default' })).toBeVisible();
    await mine.getByRole('button', { name: /^Edit / }).click();

    const old = await rename('/no-such-page', 'Old shop');
    await old.getByRole('button', { name: 'Choose icon' }).click();
    await page.getByLabel('Search icons').fill('shop');
    await page.getByRole('button', { name: 'Shop', exact: true }).click();
    await old.getByRole('button', { name: /^Edit / }).click();

    const later = await rename('ada-lind.bandcamp.com', 'New record');
    await later.getByLabel('Show from').fill('2099-05-01T20:00');
    await expect(later.getByText('From May 1, 2099')).toBeVisible();
    await expect(page.getByText('All edits saved')).toBeVisible();
  });

  const site = await context.newPage();
  await test.step('her published page shows all of it, without the link that is not due', async () => {
    await publish();
    await site.goto(`${busker.app}/@${ada.handle}`);
    const card = site.getByRole('region', { name: ada.name });
    await expect(card.getByText('Elsewhere')).toBeVisible();
    await expect(card.getByRole('link', { name: 'New record' })).toHaveCount(0);
    const thumb = card.getByRole('link', { name: 'My own site' }).locator('img');
    await expect(thumb).toHaveAttribute('src', /\/img\/[0-9a-f]{64}$/);
    await expect
      .poll(() => thumb.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
      .toBe(112);
    const icon = card.getByRole('link', { name: 'Old shop' }).locator('.icon');
    await expect(icon).toHaveCSS('mask-image', /icons\/shopping-bag\.svg/);
  });

  await test.step('a page that links back with rel="me" is verified; another page gets the line to add', async () => {
    await row('My own site').getByRole('button', { name: 'More for My own site' }).click();
    await page.getByRole('menuitem', { name: 'Verify' }).click();
    const dialog = page.getByRole('dialog', { name: 'Verify this link' });
    await dialog.getByRole('button', { name: 'Check now' }).click();
    await expect(dialog.getByText('Verified: the page links back to you.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(row('My own site').getByText('Verified')).toBeVisible();
    await expect(async () => {
      await site.reload();
      await expect(site.locator('busker-card').getByRole('img', { name: 'Verified' })).toBeVisible();
    }).toPass();
    // Her public page marks that link with rel="me" too.
    const html = await (await context.request.get(`${busker.app}/@${ada.handle}`)).text();
    expect(html).toMatch(new RegExp(`rel="me[^"]*" href="${home}"`));
  });

  await test.step('the dead link is found', async () => {
    await page.getByRole('button', { name: 'Check for broken links' }).click();
    await expect(row('Old shop').getByText('Page not found')).toBeVisible();
    await expect(row('My own site').getByText('Page not found')).toHaveCount(0);
  });

  const remove = async (label: string) => {
    await row(label)
      .getByRole('button', { name: `More for ${label}` })
      .click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(row(label)).toHaveCount(0);
  };

  await test.step('Ada exports her links as JSON, removes one, and restores it', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to a file' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`busker-${ada.handle}.json`);
    const buffer = await readFile(await file.path());
    expect(JSON.parse(buffer.toString())).toMatchObject({ handle: ada.handle });
    await remove('Old shop');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import links' }).click();
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (
      await chooser
    ).setFiles({ name: `busker-${ada.handle}.json`, mimeType: 'application/json', buffer });
    await page.getByRole('button', { name: 'Add 1 link' }).click();
    await expect(page.getByText('1 link added')).toBeVisible();
    await expect(row('Old shop')).toBeVisible();
  });

  await test.step('a removed link is gone from her page', async () => {
    for (const label of ['My own site', 'Old shop', 'New record']) await remove(label);
    await publish();
    await site.reload();
    await expect(site.locator('busker-card').getByRole('link', { name: 'Instagram' })).toBeVisible();
    await expect(site.locator('busker-card').getByRole('link', { name: 'My own site' })).toHaveCount(0);
  });
});
