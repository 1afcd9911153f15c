import { chromium, type Browser } from '@playwright/test';
import { atStripe } from '../../e2e/steps';
import { newStateDir, removeStateDir, startBackend, type Backend } from '../../e2e/backend';
import { findChromium } from '@busker/emulators/find-chromium';
import { median, type BenchOptions, type BenchRow } from '../bench-row';
import { tapTipButton, watchPage } from '../card/measure';

export const needs = ['widget', 'functions', 'dashboard'];

interface Opening {
  /** From the tap until the sheet is painted, in milliseconds. */
  readonly sheet: number;
  /** From the choice of an amount until the wallet's button, or without one the card form, can be seen, in milliseconds. */
  readonly form: number;
  /** How often something in the page moves from that choice until a second after the form is there. */
  readonly moves: number;
}

declare global {
  interface Document {
    moves: number;
  }
}

/** Runs in the page. Counts the frames in which something moved, with or without an input before it. */
function countMoves(): void {
  document.moves = 0;
  new PerformanceObserver((seen) => (document.moves += seen.getEntries().length)).observe({
    type: 'layout-shift',
  });
}

/** Milliseconds that the pointer rests on the button before the tap: as long as everything that pointing loads, and this long after it. */
const rest = 500;

/** One visit of the plain example page in a new context, on a processor four times slower. */
async function open(browser: Browser, { addresses }: Backend, hasWallet: boolean): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // The TypeScript loader adds calls of this name to the functions that run in the page.
  await page.addInitScript({ content: 'globalThis.__name = (it) => it' });
  await page.addInitScript(watchPage, 1);
  await page.goto(`${addresses.examples}/plain-html/`, { waitUntil: 'networkidle' });
  await page.locator('busker-card button').first().scrollIntoViewIfNeeded();
  await tapTipButton(page, devtools, rest);
  await page.waitForFunction(() => document.figures.sheet !== null);
  await page.evaluate(countMoves);
  const chosen = await page.evaluate(() => performance.now());
  await page.getByRole('radio', { name: '$5.00' }).check({ force: true });
  const complete = hasWallet
    ? page.getByRole('button', { name: 'Google Pay' })
    : page.locator('busker-card > [slot=busker-pay] iframe');
  await complete.waitFor();
  const shown = await page.evaluate(() => performance.now());
  await page.waitForTimeout(1000);
  const { sheet, moves } = await page.evaluate(() => ({ ...document.figures, moves: document.moves }));
  await context.close();
  return { sheet: sheet ?? Number.NaN, form: shown - chosen, moves };
}

/** The sheet of an owner whose fans have wallets in their browser, beside the same sheet without them. The visits alternate. */
export async function run({ quick, log }: BenchOptions): Promise<readonly BenchRow[]> {
  const { executablePath, args } = await findChromium();
  const stateDir = await newStateDir();
  const backend = await startBackend({ stateDir, env: { LIMIT_FACTOR: '1000' } });
  const browser = await chromium.launch({ executablePath, args: [...args] });
  const ada = { addresses: backend.addresses, account: 'acct_sandboxada' };
  const openings: Record<'with' | 'without', Opening[]> = { with: [], without: [] };
  try {
    // The sandbox bundles its Stripe.js at the first request.
    await open(browser, backend, false);
    const rounds = quick ? 2 : 15;
    for (let round = 1; round <= rounds; round += 1) {
      for (const kind of ['with', 'without'] as const) {
        const hasWallet = kind === 'with';
        await atStripe(ada, 'accounts/wallets', { wallets: hasWallet ? ['applePay', 'googlePay'] : [] });
        openings[kind].push(await open(browser, backend, hasWallet));
      }
      log(`wallets: round ${round} of ${rounds}`);
    }
  } finally {
    await browser.close();
    await backend.stop();
    await removeStateDir(stateDir);
  }
  const of = (kind: 'with' | 'without', figure: keyof Opening) =>
    median(openings[kind].map((opening) => opening[figure]));
  const [one, other] = [of('with', 'sheet'), of('without', 'sheet')];
  return [
    { what: 'tap to painted sheet, wallets in the browser', value: one, unit: 'ms', atMost: 100 },
    { what: 'tap to painted sheet, no wallet', value: other, unit: 'ms', atMost: 100 },
    { what: 'tap to painted sheet, with / without a wallet', value: one / other, unit: 'ratio', atMost: 1.2 },
    { what: 'amount chosen to the wallet’s button', value: of('with', 'form'), unit: 'ms', atMost: null },
    {
      what: 'amount chosen to the card form, no wallet',
      value: of('without', 'form'),
      unit: 'ms',
      atMost: null,
    },
    // The room opens with the choice, grows with the unseen form, and once more for everything that is in it.
    {
      what: 'moves of the page after the choice, wallets',
      value: of('with', 'moves'),
      unit: 'count',
      atMost: 3,
    },
    {
      what: 'moves of the page after the choice, no wallet',
      value: of('without', 'moves'),
      unit: 'count',
      atMost: 3,
    },
  ];
}
