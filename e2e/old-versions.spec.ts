import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from './fixtures';
import { ada, cards, openTipSheet, typeCard } from './steps';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** The folders of embed versions: those that a deploy has copied from the bucket of releases, and the one of this build. */
const published = new Map(
  [`${dist}releases/embed`, `${dist}embed`]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^\d+\.\d+\.\d+/.test(name))
        .map((version): [string, string] => [version, join(folder, version)]),
    ),
);

// The element promises to keep the names that fans read, so these steps hold for every version.
for (const [version, folder] of published) {
  // Holds host-024.
  test(`a page that pinned embed ${version} takes a tip with the current functions`, async ({
    page,
    busker,
  }) => {
    await page.route(`${busker.app}/embed/${version}/**`, async (route) => {
      const path = join(folder, new URL(route.request().url()).pathname.split(`/embed/${version}/`)[1] ?? '');
      await route.fulfill({
        body: await readFile(path),
        contentType: path.endsWith('.js') ? 'text/javascript' : 'image/svg+xml',
        headers: { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' },
      });
    });
    const address = `${busker.examples}/page-with-a-pinned-version`;
    await page.context().grantPermissions(['local-network-access']);
    await page.route(address, (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html><html lang="en"><title>A site</title>
          <script type="module" src="${busker.app}/embed/${version}/busker.js"></script>
          <busker-card profile="ada"></busker-card></html>`,
      }),
    );
    await page.goto(address);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await typeCard(page, cards.good);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  });
}
