import type { Page } from '@playwright/test';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileRows, isAsLong, missingRows, pageRows, profileRows } from '@busker/host/verify/caching-table';
import type { Addresses } from './backend';
import { expect, test } from './fixtures';
import { startHostingEmulator } from './hosting-emulator';
import { ada, cards, openTipSheet, typeCard } from './steps';

test.describe('earlier versions', () => {
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

  /** Stores a version in the bucket of releases, unless Hosting has it. */
  async function publish(busker: Addresses, version: string, folder: string): Promise<void> {
    if (version === current) return;
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => each.isFile())) {
      const path = join(file.parentPath, file.name);
      const name = `embed/${version}${path.slice(folder.length).replaceAll('\\', '/')}`;
      await store(busker, name, await readFile(path));
    }
  }

  /** Opens a page of another site with the card and these scripts. */
  async function openSite(page: Page, busker: Addresses, scripts: string): Promise<void> {
    const address = `${busker.examples}/page-with-a-pinned-version`;
    await page.context().grantPermissions(['local-network-access']);
    await page.route(address, (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html><html lang="en"><title>A site</title>${scripts}
        <busker-card profile="ada"></busker-card></html>`,
      }),
    );
    await page.goto(address);
  }

  async function tipFive(page: Page): Promise<void> {
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await typeCard(page, cards.good);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  }

  // The element promises to keep the names that fans read, so these steps hold for every version.
  for (const [version, folder] of published) {
    // Holds host-024.
    test(`a page that pinned embed ${version} takes a tip with the current functions`, async ({
      page,
      busker,
    }) => {
      await publish(busker, version, folder);
      const { integrity } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
        readonly integrity: Readonly<Record<string, string>>;
      };
      const asked: string[] = [];
      page.on('response', (response) => {
        if (response.url().includes('/embed/'))
          asked.push(`${response.status()} ${new URL(response.url()).pathname}`);
      });
      await openSite(
        page,
        busker,
        `<script type="module" src="${busker.app}/embed/${version}/busker.js" crossorigin
        integrity="${integrity['busker.js']}"></script>`,
      );
      await tipFive(page);
      expect(asked.length).toBeGreaterThan(2);
      expect(asked.filter((line) => !line.startsWith(`200 /embed/${version}/`))).toEqual([]);
    });
  }

  // Holds tag-160.
  test('on a page with the scripts of two versions the first makes the card, with its own chunks and one request, and a fan pays', async ({
    page,
    busker,
  }) => {
    const [first = ''] = [...published.keys()].filter((version) => version !== current);
    await publish(busker, first, published.get(first) ?? ownFolder);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/embed\/|^\/v1\/profiles/.test(pathname)) asked.push(pathname);
    });
    // Modules run in the order of their tags.
    const script = (version: string) =>
      `<script type="module" src="${busker.app}/embed/${version}/busker.js"></script>`;
    await openSite(page, busker, script(first) + script(current));
    await tipFive(page);
    expect(asked.filter((path) => path.startsWith('/v1/profiles'))).toEqual(['/v1/profiles/ada']);
    expect(asked.filter((path) => path.startsWith(`/embed/${current}/`))).toEqual([
      `/embed/${current}/busker.js`,
    ]);
  });

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
});

test.describe('caching', () => {
  const built = fileURLToPath(new URL('../dist/', import.meta.url));

  // Holds host-026.
  test('the built site and functions answer as in the caching table through the Firebase emulators, offline', async ({
    busker,
  }) => {
    const [script] = (await readdir(`${built}dashboard/assets`)).filter((name) => name.endsWith('.js'));
    const [version = ''] = (await readdir(`${built}embed`)).filter((name) => /^\d/.test(name));
    const rows = [
      ...fileRows({ version, asset: `/assets/${script}` }),
      ...profileRows('ada'),
      ...pageRows,
      ...missingRows,
    ];
    const site = await startHostingEmulator(busker);
    try {
      const found = [];
      for (const { path, keeps } of rows) {
        const answer = await fetch(`${site.url}${path}`, { redirect: 'manual' });
        await answer.arrayBuffer();
        const kept = answer.headers.get('cache-control') ?? '';
        found.push({ path, status: answer.status, keeps: isAsLong(kept, keeps) ? keeps : kept });
      }
      expect(found).toEqual(rows);
      for (const path of ['/assets/old-1234.js', '/embed/9.9.9/x.js']) {
        const missing = await fetch(`${site.url}${path}`);
        expect([missing.status, missing.headers.get('cache-control')], path).toEqual([
          404,
          'public, max-age=0, s-maxage=10',
        ]);
      }
    } finally {
      await site.close();
    }
  });
});
