import type { Page } from '@playwright/test';
import type { Addresses } from './backend';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { ada } from './steps';

/**
 * Does what WordPress's wp-embed.js does: it gives each frame a secret and reports that it is ready. It accepts height and link messages only from
 * that window with that secret.
 */
function listenLikeWordPress(secret: string): void {
  const frame = document.querySelector<HTMLIFrameElement>('iframe.wp-embedded-content');
  const seen = window as unknown as { obeyed: string[] };
  seen.obeyed = [];
  window.addEventListener('message', ({ data, source }) => {
    const { message, value, secret: given } = data as Record<string, unknown>;
    if (given !== secret || source !== frame?.contentWindow) return;
    if (message === 'height') frame.height = String(Math.min(1000, Math.max(200, Number(value))));
    if (message === 'link' && new URL(String(value)).host === new URL(frame.src).host)
      seen.obeyed.push(String(value));
  });
  if (frame && !frame.dataset['secret']) {
    frame.src += `#?secret=${secret}`;
    frame.dataset['secret'] = secret;
  }
  frame?.contentWindow?.postMessage({ message: 'ready', secret }, '*');
}

const heightOf = (page: Page) =>
  page
    .locator('iframe')
    .first()
    .evaluate((frame) => frame.clientHeight);

// Holds web-043.
test("a frame on a page builder's site gets its full height, and pays in a new tab", async ({
  page,
  context,
  busker,
}) => {
  await page.goto(`${busker.examples}/iframe/`);
  const frame = page.frameLocator('iframe >> nth=0');
  await frame.getByRole('heading', { name: ada.name }).waitFor();

  await test.step('nothing in it is cut off', async () => {
    // Both heights are read until they agree: the frame grows while its styles and pictures load.
    const needed = () => frame.locator('html').evaluate((root) => root.getBoundingClientRect().height);
    await expect.poll(async () => (await heightOf(page)) - Math.ceil(await needed())).toBe(0);
  });

  await test.step('another window cannot set its height', async () => {
    const before = await heightOf(page);
    await page.evaluate(() => {
      window.postMessage({ type: 'busker-height', height: 3000 }, '*');
      const stranger = document.createElement('iframe');
      stranger.srcdoc = '<script>parent.postMessage({ type: "busker-height", height: 3000 }, "*")</script>';
      document.body.append(stranger);
      return new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
    });
    expect(
      await page
        .locator('iframe')
        .first()
        .evaluate((element) => element.clientHeight),
    ).toBe(before);
  });

  await test.step('badge and QR code are pictures', async () => {
    for (const name of ['Tip Ada', /^Code to scan/]) {
      const picture = page.getByRole('img', { name });
      await expect
        .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(50);
    }
  });

  const tab = context.waitForEvent('page');
  await frame.getByRole('link', { name: `Tip ${ada.name}` }).click();
  const form = await tab;
  await form.getByRole('button', { name: 'Go to payment' }).waitFor();
  expect(await brokenRules(form)).toEqual([]);
});

async function worksInWordPress(page: Page, busker: Addresses, carriesSecret: boolean): Promise<void> {
  const answer = await page.request.get(`${busker.app}/oembed`, {
    params: { url: `${busker.app}/@ada`, maxwidth: 600, format: 'json' },
  });
  const { html } = (await answer.json()) as { html: string };
  const secret = 'a1B2c3D4e5';
  const withSecret = html.replace(/ src="([^"]*)"/, ` src="$1#?secret=${secret}" data-secret="${secret}"`);
  await page.goto(`${busker.examples}/plain-html/`);
  await page.evaluate(
    (markup) => {
      document.body.innerHTML = markup.replace(
        '<iframe',
        '<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted"',
      );
    },
    carriesSecret ? withSecret : html,
  );
  const frame = page.frameLocator('iframe');
  // The frame is there before WordPress's script, which comes at the end of the page.
  await frame.getByRole('heading', { name: ada.name }).waitFor();
  await page.evaluate(listenLikeWordPress, secret);
  const given = () => page.locator('iframe').evaluate((element) => Number(element.getAttribute('height')));
  const needed = () =>
    frame.locator('html').evaluate((root) => Math.ceil(root.getBoundingClientRect().height));
  await expect.poll(async () => (await given()) - (await needed())).toBe(0);

  await frame.getByRole('link', { name: `Tip ${ada.name}` }).click();
  await frame.getByRole('link', { name: 'Instagram' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { obeyed: string[] }).obeyed))
    .toEqual([`${busker.app}/@ada/tip?lang=en`, `${busker.app}/@ada`]);
}

// Holds web-049.
test("the frame works in WordPress's sandbox for unknown oEmbed providers", ({ page, busker }) =>
  worksInWordPress(page, busker, true));

test('the frame sends height and links to WordPress also when its script sets the secret late', ({
  page,
  busker,
}) => worksInWordPress(page, busker, false));

test('the page in a frame breaks no rule of accessibility', async ({ page, busker }) => {
  await page.setViewportSize({ width: 480, height: 400 });
  await page.goto(`${busker.app}/@ada/embed`);
  expect(await brokenRules(page)).toEqual([]);
});
