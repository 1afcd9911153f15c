// npx tsx e2e/write-tour.ts: goes through the dashboard as a newcomer would, on a server of its own, and writes docs/owners/tour.md with a
// picture of each screen into docs/images/. A picture above 100 kB ends it with an error: repositories keep every version for ever.
import { statSync, writeFileSync } from 'node:fs';
import { chromium, expect, type Page } from '@playwright/test';
import { format } from 'prettier';
import { newStateDir, removeStateDir, startBackend, type Addresses } from './backend';
import { fillOwner } from './filled-owner';
import { ada, cards, openScreen, signIn, tipOnPlainPage } from './steps';
import { findChromium } from '@busker/emulators/find-chromium';

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

const menu = (name: string, place: string) => async (page: Page) => {
  await openScreen(page, place, name === place ? undefined : name);
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};

/** Makes a control call to the Stripe emulator. */
async function atStripe(busker: Addresses, name: string, body: unknown): Promise<void> {
  const answer = await fetch(`${busker.stripe}/__sandbox/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
}

/** The fans who really pay, so that a payout has their tips. */
const payers = ['Noor', 'Mateo', 'Aiko'] as const;

const stops: readonly Stop[] = [
  {
    file: 'tour-profile',
    title: 'Profile',
    text: '**Page → Profile**. Everything that visitors see, with a preview of the page, or of the card on other sites, beside it. Edits are saved as you type, Undo (Ctrl+Z) takes them back, and nothing is live before Publish. **Look** has twelve ready looks of the page, drawn small with your own name and links, and what you may change on top: colours, background, buttons, font, text size, picture and cover. A new owner has a list of first steps here: each does what it says, and may be skipped. At the end of the screen, "Take the page down" hides the page and the cards until you publish again. "Pause tips" in the menu of every screen stops new tips until a day, with a sentence of your own; page, links and goal stay, and the pause ends by itself.',
    go: async (page) => {
      await page.frameLocator('iframe').first().getByText('Send a tip').first().waitFor();
      await page
        .getByRole('textbox', { name: 'Bio' })
        .fill('Cello under the railway bridge. On Saturdays at the market.');
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled();
      await expect(page.getByText('Saving…')).toHaveCount(0);
    },
  },
  {
    file: 'tour-tips',
    title: 'Tips',
    text: '**Money → Tips**. New tips appear automatically. Search, and filter by state, place and period behind **Filters**: what is on stands below as a list, each goes with a press, and the totals follow. Export what the filter shows, or everything, as CSV with the separator of your spreadsheet, as a table for bookkeeping or as JSON. Thank many fans with one text: tick tips, or take all that the filter shows. Long lists scroll smoothly too.',
    go: async (page) => {
      await menu('Tips', 'Money')(page);
      await page.getByRole('list', { name: 'List of tips' }).getByText('Linh').first().waitFor();
    },
  },
  {
    file: 'tour-tip',
    height: 680,
    title: 'One tip',
    text: '**Money → Tips**. The charge, Stripe’s fee, what you keep, and the history of a tip. Reply to the fan, refund the tip in full or in part, follow a dispute, show or hide its message.',
    go: async (page) => {
      await page.getByRole('link', { name: 'Linh' }).first().click();
      await page.getByText('What happened').waitFor();
    },
  },
  {
    file: 'tour-books',
    title: 'Books',
    text: '**Money → Books**. What you received, what went back, the fees, and what you keep: by month and by the country of the card, for a tax year that begins on a day of your choice, a quarter, a month or any days. The same page prints as a statement of these days, with your name, address and tax number if you like, and saves them as a table for bookkeeping, with the place of each tip, its payout and the day on which that reaches your bank. A refund or a dispute counts on the day on which it happens. A tax year that is over can be closed: its figures change no more.',
    go: async (page) => {
      await page.getByRole('button', { name: 'Close' }).click();
      await menu('Books', 'Money')(page);
      await page.getByText('You keep').first().waitFor();
    },
  },
  {
    file: 'tour-payouts',
    title: 'Balance and payouts',
    text: '**Money → Payouts**. What is in your Stripe account, when the next payout is due, and the tips, refunds and fees in each payout. Payouts that you start yourself are named so. The payouts of a year are added up by month, and can be saved as a table.',
    go: async (page, busker) => {
      await atStripe(busker, 'payouts/now', { account: 'acct_sandboxada' });
      // Then Stripe has counted what is in it.
      await atStripe(busker, 'clock/advance', { milliseconds: 2000 });
      await page.goto(`${busker.app}/money/payouts`);
      await page.getByRole('button', { name: /\$/ }).first().click();
      await page.getByText(payers[0]).waitFor();
    },
  },
  {
    file: 'tour-insights',
    height: 680,
    title: 'Insights',
    text: '**Insights**. Views, clicks, tips and money by day, site, link, page and placement, in your own time zone. Each sum is compared with the period before. Choose 7, 28 or 90 days or two dates; each chart is also there as a table.',
    go: async (page) => {
      await menu('Insights', 'Insights')(page);
      await page.locator('.recharts-surface').first().waitFor();
    },
  },
  {
    file: 'tour-payments',
    title: 'Payments',
    text: '**Settings → Payments**. The status of your Stripe account, and what a tip costs. **Settings → Ways to pay** and **Settings → Sites** are beside it; **Page → Amounts** has the amounts, **Page → Goal, wall and thanks** the rest of what fans see.',
    go: menu('Payments', 'Settings'),
  },
  {
    file: 'tour-embed',
    height: 600,
    title: 'Embed',
    text: '**Share → Embed**. The address of your page with its QR code, the code for WordPress, the tag for each kind of site, a control for each attribute, the policy lines for strict sites, and a check of your own site.',
    go: async (page) => {
      await menu('Embed', 'Share')(page);
      await page.getByRole('button', { name: 'Send a tip' }).waitFor();
    },
  },
  {
    file: 'tour-kit',
    title: 'Gig kit',
    text: '**Share → Gig kit**. Signs, cards and stickers with a code that leads to your tip form, and addresses for NFC tags. More in [gigs](gigs.md).',
    go: async (page) => {
      await menu('Gig kit', 'Share')(page);
      await page.getByRole('img', { name: 'Sign', exact: true }).waitFor();
    },
  },
  {
    file: 'tour-stream',
    height: 760,
    title: 'Stream',
    text: '**Share → Stream**. A secret address that shows tips in OBS or on a tablet, with your look, your minimum and your rules for names and messages. More in [streaming](streaming.md).',
    go: async (page) => {
      await openScreen(page, 'Share', 'Stream');
      await page.getByRole('button', { name: 'Make the address' }).click();
      await page.getByRole('heading', { name: 'Secret address' }).waitFor();
    },
  },
  {
    file: 'tour-account',
    title: 'Account',
    text: '**Settings → Account**. How you sign in. Two-step sign-in asks for a code from an app too, and recovery codes help when the app is lost. Sign out on all devices, change the email or password, take your data with you, or delete the account.',
    go: async (page) => {
      await menu('Account', 'Settings')(page);
      await page.getByRole('button', { name: 'Switch on' }).click();
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    },
  },
  {
    file: 'tour-alarm',
    height: 420,
    title: 'What needs you',
    text: 'When a bank disputes a tip, Stripe needs more information or a link stops working, every screen says so and leads to the step.',
    go: async (page, busker) => {
      await page.goto(`${busker.app}/money/tips`);
      await page.getByRole('link', { name: payers[0] }).first().click();
      const payment = await page.getByText(/^pi_/).textContent();
      await atStripe(busker, 'disputes/create', { charge: payment });
      await page.getByRole('button', { name: 'Close' }).click();
      await menu('Books', 'Money')(page);
      await page.getByRole('region', { name: 'What needs you' }).waitFor();
    },
  },
  {
    file: 'tour-phone',
    title: 'On a phone',
    text: 'The same on a small screen, in dark mode and in German. The dashboard has twelve languages, which you choose before you sign in or under **Settings → Account**; Arabic is written from right to left.',
    phone: true,
    dark: true,
    go: async (page, busker) => {
      await page.evaluate(() => localStorage.setItem('busker-language', 'de'));
      await page.goto(`${busker.app}/money/tips`);
      await page.getByRole('list', { name: 'Liste der Trinkgelder' }).getByText('Linh').first().waitFor();
    },
  },
];

const { executablePath, args } = await findChromium();
const stateDir = await newStateDir();
const backend = await startBackend({ stateDir });
const browser = await chromium.launch({ executablePath, args: [...args] });
const heavy: string[] = [];
try {
  for (const name of payers) await tipOnPlainPage(browser, backend.addresses, name, cards.atOnce);
  await fillOwner(backend.addresses, 40, ada, { isBooked: true, days: 56 });
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
  'For owners: every screen of the dashboard, where it is in the menu, and what you can do there. Written by `npx tsx e2e/write-tour.ts`, with the demo owner Ada and invented tips.',
  ...stops.map(({ file, title, text }) => `## ${title}\n\n${text}\n![${title}](../images/${file}.png)`),
].join('\n\n');
writeFileSync(`${root}docs/owners/tour.md`, await format(page, { parser: 'markdown' }));
if (heavy.length > 0) {
  console.error(`Above ${mostBytes} bytes: ${heavy.join(', ')}`);
  process.exitCode = 1;
}
