// npx tsx scripts/write-tour.ts: goes through the dashboard as a newcomer would, on a server of its own, and writes docs/tour.md with a
// picture of each screen into docs/images/. A picture above 100 kB ends it with an error: repositories keep every version for ever.
import { statSync, writeFileSync } from 'node:fs';
import { chromium, expect, type Page } from '@playwright/test';
import { format } from 'prettier';
import { newStateDir, removeStateDir, startBackend, type Addresses } from '../e2e/backend';
import { fillOwner } from '../e2e/filled-owner';
import { ada, signIn } from '../e2e/steps';
import { findChromium } from '../emulators/find-chromium';

const root = new URL('..', import.meta.url).pathname;
const mostBytes = 100_000;

interface Stop {
  readonly file: string;
  readonly title: string;
  readonly text: string;
  readonly go: (page: Page, busker: Addresses) => Promise<void>;
  readonly phone?: boolean;
  /** CSS pixels from the top that the picture shows, where the whole would be too heavy. */
  readonly height?: number;
  readonly dark?: boolean;
}

const menu = (name: string) => async (page: Page) => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};

const stops: readonly Stop[] = [
  {
    file: 'tour-profile',
    title: 'Profile',
    text: 'Everything that visitors see, with the real card beside it. Edits are saved as you type; nothing is live before Publish.',
    go: async (page) => {
      await page.getByRole('button', { name: 'Send a tip' }).waitFor();
    },
  },
  {
    file: 'tour-tips',
    title: 'Tips',
    text: 'New tips appear automatically. Search, filter by state, place and day, and export. Long lists scroll smoothly too.',
    go: async (page) => {
      await menu('Tips')(page);
      await page.getByRole('list', { name: 'List of tips' }).getByText('Linh').first().waitFor();
    },
  },
  {
    file: 'tour-tip',
    title: 'One tip',
    text: 'The charge, Stripe’s fee and the history of a tip. Refund it in full or in part, follow a dispute, show or hide its message.',
    go: async (page) => {
      await page.getByRole('link', { name: 'Linh' }).first().click();
      await page.getByText('What happened').waitFor();
    },
  },
  {
    file: 'tour-insights',
    title: 'Insights',
    text: 'Views, clicks and tips by day, link, page and placement, with the figures behind each chart and notes about what they count.',
    go: async (page) => {
      await page.getByRole('button', { name: 'Close' }).click();
      await menu('Insights')(page);
      await page.locator('.recharts-surface').first().waitFor();
    },
  },
  {
    file: 'tour-payments',
    title: 'Payments',
    text: 'The status of your Stripe account, the amounts that you offer and their costs, undo, allowed sites and wallets.',
    go: menu('Payments'),
  },
  {
    file: 'tour-embed',
    height: 600,
    title: 'Embed',
    text: 'The tag for each kind of site, a control for each attribute, the policy lines for strict sites, and a check of your own site.',
    go: async (page) => {
      await menu('Embed')(page);
      await page.getByRole('button', { name: 'Send a tip' }).waitFor();
    },
  },
  {
    file: 'tour-phone',
    title: 'On a phone',
    text: 'The same on a small screen, in dark mode.',
    phone: true,
    dark: true,
    go: async (page, busker) => {
      await page.goto(`${busker.app}/tips`);
      await page.getByRole('list', { name: 'List of tips' }).getByText('Linh').first().waitFor();
    },
  },
];

const { executablePath, args } = await findChromium();
const stateDir = await newStateDir();
const backend = await startBackend({ stateDir });
const browser = await chromium.launch({ executablePath, args: [...args] });
const heavy: string[] = [];
try {
  await fillOwner(backend.addresses, 40);
  const page = await browser.newPage({ viewport: { width: 1120, height: 720 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(120_000);
  page.setDefaultNavigationTimeout(120_000);
  await signIn(page, backend.addresses, ada);
  for (const stop of stops) {
    if (stop.phone) await page.setViewportSize({ width: 390, height: 760 });
    await page.emulateMedia({ colorScheme: stop.dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    await stop.go(page, backend.addresses);
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0, { timeout: 60_000 });
    const path = `${root}docs/images/${stop.file}.png`;
    const clip = stop.height ? { clip: { x: 0, y: 0, width: 1120, height: stop.height } } : {};
    await page.screenshot({ path, animations: 'disabled', ...clip });
    const { size } = statSync(path);
    console.log(`${stop.file}.png ${size} bytes`);
    if (size > mostBytes) heavy.push(stop.file);
  }
} finally {
  await browser.close();
  await backend.stop();
  await removeStateDir(stateDir);
}

const page = [
  '# A tour of the dashboard',
  'Written by `npx tsx scripts/write-tour.ts`, with the demo owner Ada and invented tips.',
  ...stops.map(({ file, title, text }) => `## ${title}\n\n${text}\n\n![${title}](images/${file}.png)`),
].join('\n\n');
writeFileSync(`${root}docs/tour.md`, await format(page, { parser: 'markdown' }));
if (heavy.length > 0) {
  console.error(`Above ${mostBytes} bytes: ${heavy.join(', ')}`);
  process.exitCode = 1;
}
