import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Addresses } from './backend';
import { expect, test } from './fixtures';
import { ada, cards, openTipSheet, typeCard } from './steps';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const { version: current } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };
const ownFolder = `${dist}embed/${current}`;

/** Versions that somebody has copied from a bucket of releases: `gcloud storage cp -r gs://BUCKET/embed dist/releases/`. */
const copies = `${dist}releases/embed`;
const copied = existsSync(copies) ? readdirSync(copies).filter((name) => name !== current) : [];

/** The folder of each version. Hosting has that of this build; the others are in the bucket of releases alone, also this build under an earlier number. */
const published = new Map([
  ...copied.map((version): [string, string] => [version, join(copies, version)]),
  ['0.0.9', ownFolder],
  [current, ownFolder],
]);

/** Stores a file in the local bucket of releases, as a deploy does in the real one. */
async function store({ storage }: Addresses, name: string, bytes: Uint8Array): Promise<void> {
  const url = `${storage}/upload/storage/v1/b/demo-busker-busker-releases/o?uploadType=media&name=${encodeURIComponent(name)}`;
  const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/octet-stream' };
  const answer = await fetch(url, { method: 'POST', headers, body: Uint8Array.from(bytes) });
  expect(answer.status, name).toBe(200);
}

// The element promises to keep the names that fans read, so these steps hold for every version.
for (const [version, folder] of published) {
  // Holds host-024.
  test(`a page that pinned embed ${version} takes a tip with the current functions`, async ({
    page,
    busker,
  }) => {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    if (version !== current)
      for (const file of files.filter((each) => each.isFile())) {
        const path = join(file.parentPath, file.name);
        const name = `embed/${version}${path.slice(folder.length).replaceAll('\\', '/')}`;
        await store(busker, name, await readFile(path));
      }
    const { integrity } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      readonly integrity: Readonly<Record<string, string>>;
    };
    const address = `${busker.examples}/page-with-a-pinned-version`;
    await page.context().grantPermissions(['local-network-access']);
    await page.route(address, (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html><html lang="en"><title>A site</title>
          <script type="module" src="${busker.app}/embed/${version}/busker.js" crossorigin
            integrity="${integrity['busker.js']}"></script>
          <busker-card profile="ada"></busker-card></html>`,
      }),
    );
    const asked: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/embed/'))
        asked.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    await page.goto(address);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await typeCard(page, cards.good);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter((line) => !line.startsWith(`200 /embed/${version}/`))).toEqual([]);
  });
}

// Holds host-155.
test('an open tab of an earlier dashboard loads a chunk that only the bucket of releases has', async ({
  page,
  busker,
}) => {
  const name = 'assets/of-an-earlier-dashboard-Fa9yc3EG.js';
  await store(busker, name, Buffer.from('export const found = "found";'));
  await page.goto(busker.app);
  const found = await page.evaluate(
    (url) => import(url).then(({ found: value }: { readonly found: string }) => value),
    `/${name}`,
  );
  expect(found).toBe('found');
});
