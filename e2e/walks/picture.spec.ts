import type { Page } from '@playwright/test';
import type { Addresses } from '../backend';
import { expect, test } from '../fixtures';
import { openHostPage } from '../host-page';
import { openScreen, signIn } from '../steps';
import { tagOf } from '../tenant';

/** A picture of noise: it stays large enough to pause its upload. */
async function photograph(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1400, 1000);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    const pixels = context.createImageData(canvas.width, canvas.height);
    for (let at = 0; at < pixels.data.length; at += 1)
      pixels.data[at] = at % 4 === 3 ? 255 : Math.floor(Math.random() * 256);
    context.putImageData(pixels, 0, 0);
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer(),
    );
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  });
  return Buffer.from(base64, 'base64');
}

/** Delays the bytes of uploads, so that the test can act during an upload. */
async function holdUploads(page: Page, busker: Addresses) {
  let open = false;
  let letGo: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`${busker.storage}/**`, async (route) => {
    const { 'x-goog-upload-command': command = '', 'x-goog-upload-protocol': protocol = '' } = route
      .request()
      .headers();
    // A small picture is sent in one request, a larger one in several.
    const isBytes = command.includes('upload') || protocol === 'multipart';
    if (isBytes && !open) await opened;
    await route.continue().catch(() => {
      // Paused or cancelled meanwhile: the browser has withdrawn the request itself.
    });
  });
  return () => {
    open = true;
    letGo();
  };
}

// Holds dash-040.
test('an owner crops, uploads, pauses, resumes, cancels and publishes a picture, and the card shows it', async ({
  page,
  context,
  busker,
  tenant,
  complaints,
}) => {
  complaints.expected(/net::ERR_|Could not reach|cleardot/);
  const owner = await tenant();
  await signIn(page, busker, owner);
  const file = { name: 'owner.jpg', mimeType: 'image/jpeg', buffer: await photograph(page) };
  const chooseFile = async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^(Upload|Change) picture$/ }).click();
    await (await chooser).setFiles(file);
    const dialog = page.getByRole('dialog', { name: 'Choose the part to show' });
    await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
  };

  const letGo = await holdUploads(page, busker);
  await test.step('a file that is not a picture is refused with the reason', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^(Upload|Change) picture$/ }).click();
    await (
      await chooser
    ).setFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(page.getByText('This file type is not supported')).toBeVisible();
  });

  await test.step('they cancel an upload: the picture is unchanged', async () => {
    await chooseFile();
    await expect(page.getByText(/^Uploading/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await expect(page.getByText('Upload cancelled.')).toBeVisible();
  });

  await test.step('they pause another upload, resume it, and it completes', async () => {
    await chooseFile();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByText(/Paused at/)).toBeVisible();
    letGo();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('Picture uploaded. Publish to show it.')).toBeVisible();
  });

  await test.step('they start an upload offline: it waits, and completes by itself once online', async () => {
    const arrived = page.getByText('Picture uploaded. Publish to show it.');
    await expect(arrived).toHaveCount(0);
    await context.setOffline(true);
    await chooseFile();
    await expect(page.getByText(/^No connection. The upload continues from 0 %/)).toBeVisible();
    await openScreen(page, 'Settings', 'Account');
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await context.setOffline(false);
    await expect(arrived).toBeVisible();
    await openScreen(page, 'Page');
  });

  await test.step('they publish, and the card shows it from its own server', async () => {
    await page.getByRole('button', { name: 'Publish' }).click();
    // The edit of the upload is sent first, and the server copies the bytes.
    await expect(page.getByText('Published. Your card is up to date everywhere.')).toBeVisible();
    const site = await context.newPage();
    await openHostPage(site, busker, { body: tagOf(owner, busker) });
    const picture = site.locator('busker-card').locator('img').first();
    await expect(picture).toHaveAttribute('src', /\/img\/[0-9a-f]{64}$/);
    await expect
      .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
      .toBeGreaterThan(0);
  });
});
