import { expect, type Browser, type BrowserContext, type Frame, type Page } from '@playwright/test';
import fc from 'fast-check';
import { oddities, type OddityName } from '../examples/zoo/oddities';
import type { Ending, Oddity, Reader } from '../examples/zoo/oddity';
import { testDepth } from '../scripts/testing/test-depth';
import type { Addresses } from './backend';
import { en, enTip } from './card-texts';
import { firefoxPreferences } from './firefox';
import { waitLongForFrames } from './fixtures';
import { ada, cards } from './steps';

interface ReaderContext {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

/** Firefox has these as preferences of the whole browser. */
function preferencesOf({ colours, reducedMotion }: Reader): Record<string, number | boolean> {
  return {
    ...(colours === 'dark' ? { 'layout.css.prefers-color-scheme.content-override': 0 } : {}),
    ...(colours === 'forced' ? { 'browser.display.document_color_use': 2 } : {}),
    ...(reducedMotion ? { 'ui.prefersReducedMotion': 1 } : {}),
  };
}

/** A browser context with the settings of this reader. */
async function contextOf(browser: Browser, reader: Reader): Promise<ReaderContext> {
  const usual = {
    locale: 'en-US',
    viewport: reader.viewport ?? { width: 1280, height: 900 },
    ...(reader.userAgent ? { userAgent: reader.userAgent } : {}),
  };
  const type = browser.browserType();
  const preferences = preferencesOf(reader);
  if (type.name() === 'firefox') {
    const special =
      Object.keys(preferences).length > 0
        ? await type.launch({ firefoxUserPrefs: { ...firefoxPreferences, ...preferences } })
        : null;
    const context = await (special ?? browser).newContext(usual);
    // Firefox's protocol cannot switch scripts off, and Playwright itself needs them.
    if (reader.withoutScript)
      await context.route('**', (route) =>
        route.request().resourceType() === 'script' ? route.abort() : route.continue(),
      );
    return { context, close: () => (special ?? context).close() };
  }
  const context = await browser.newContext({
    ...usual,
    javaScriptEnabled: !reader.withoutScript,
    colorScheme: reader.colours === 'dark' ? 'dark' : 'light',
    forcedColors: reader.colours === 'forced' ? 'active' : 'none',
    reducedMotion: reader.reducedMotion ? 'reduce' : 'no-preference',
  });
  return { context, close: () => context.close() };
}

/** The oddities with these names. */
export const named = (names: readonly string[]): readonly Oddity[] =>
  names.flatMap((name) => oddities[name] ?? []);

const blockable = (busker: Addresses) => ({
  embed: `${busker.app}/embed/**`,
  profile: `${busker.app}/v1/profiles**`,
  'payment-script': `${busker.stripe}/**`,
});

async function asReader(context: BrowserContext, reader: Reader, busker: Addresses): Promise<void> {
  if (reader.blocks)
    await context.route(blockable(busker)[reader.blocks], (route) => route.abort('blockedbyclient'));
  if (reader.emptiesPaymentScript)
    await context.route(`${busker.stripe}/**/*.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
}

/** A test cannot read a closed shadow root. This root is open for the test and closed for the page and the card. */
function closeRootsForScriptsAlone(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its element below
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachClosed(options) {
    const root = attach.call(this, { ...options, mode: 'open' });
    if (options.mode === 'closed') Object.defineProperty(this, 'shadowRoot', { value: null });
    return root;
  };
}

/**
 * The pages of the zoo on which each run pays. What an oddity does after the card form is offered is of one of these kinds; on the other pages a run
 * stops at the offer, and `npm run hunt -- zoo` pays on all of them.
 */
const pagesToPayOn: ReadonlySet<string> = new Set<OddityName>([
  // The document: its type, its direction, and forms and labels around the card.
  'nothing-odd',
  'quirks-mode',
  'right-to-left',
  'in-a-form',
  'in-a-label',
  // What takes the focus or the keys from the fields.
  'has-a-focus-trap',
  'can-be-edited',
  'keys-are-shortcuts',
  // Boxes in which a tap could miss.
  'zoomed-page',
  'turned-box',
  'scrolls-inside',
  'transitions-everywhere',
  // Frames around the card.
  'frame-of-another-site',
  'frame-with-a-sandbox',
  'low-frame',
  // Policies that concern what is sent.
  'policy-with-exact-lines',
  'policy-no-forms',
  'no-payment-permission',
  // Scripts that keep changing the page.
  'page-is-translated',
  'attributes-set-all-the-time',
  'asks-before-leaving',
  'worker-keeps-everything',
  // What paying uses: events, requests, promises, timers, JSON, prototypes, storage.
  'events-end-at-the-page',
  'fetch-is-wrapped',
  'keepalive-is-refused',
  'promise-is-replaced',
  'timers-are-wrapped',
  'clock-stands-still',
  'json-by-an-old-library',
  'prototypes-are-frozen',
  'canvas-reads-throw',
  'no-storage',
]);

const { isShort } = testDepth();

/** Whether this run pays on the page with these oddities. */
export const paysOn = (names: readonly string[]): boolean =>
  !isShort || names.some((name) => pagesToPayOn.has(name));

/** A page of the zoo, opened as the readers of these oddities do. */
export async function visit(
  browser: Browser,
  busker: Addresses,
  names: readonly string[],
): Promise<{ readonly page: Page; readonly leave: () => Promise<void> }> {
  const reader: Reader = Object.assign({}, ...named(names).map((oddity) => oddity.reader ?? {})) as Reader;
  const { context, close } = await contextOf(browser, reader);
  for (const { reader: one } of named(names)) if (one) await asReader(context, one, busker);
  await waitLongForFrames(context);
  await context.addInitScript(closeRootsForScriptsAlone);
  const page = await context.newPage();
  await page.goto(`${busker.examples}/zoo/${names.join('+')}/`);
  return { page, leave: close };
}

/** The frame that contains the card: the page's main frame or a child frame. */
async function frameOfCard(page: Page): Promise<Frame> {
  const found = async (): Promise<Frame | null> => {
    for (const frame of page.frames().toReversed())
      if (
        (await frame
          .locator('busker-card')
          .count()
          .catch(() => 0)) > 0
      )
        return frame;
    return null;
  };
  await expect.poll(found, { message: 'a card in the page or in one of its frames' }).not.toBeNull();
  const frame = await found();
  if (!frame) throw new Error('The card is gone');
  return frame;
}

const reasonOf = (text: string): Ending | null => {
  const [reason] = Object.entries(enTip.whyElsewhere).find(([, why]) => text.includes(why)) ?? [];
  return reason === undefined ? null : ({ hosted: reason } as Ending);
};

/** Pays five dollars by card in the page. */
async function payHere(where: Frame): Promise<void> {
  const form = where.frameLocator('busker-card > [slot] iframe').first();
  // Key by key: over WebDriver BiDi, `fill` does nothing in a frame that a script has written.
  await form.getByLabel('Card number').pressSequentially(cards.good);
  await form.getByLabel('Expiration date').pressSequentially('1234');
  await form.getByLabel('Security code').pressSequentially('123');
  await form.getByLabel('ZIP code').pressSequentially('10001');
  await where
    .getByRole('button', { name: enTip.pay('$5.00') })
    .first()
    .click();
  await expect(where.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
}

/** Milliseconds after which a card counts as missing. */
const mayTake = 10_000;

interface Visit {
  /** Whether the card is expected to replace the plain links, so that a late card does not count as missing. */
  readonly comes: 'yes' | 'no' | 'perhaps';
  /** Whether to pay where the sheet offers to pay in the page, or to stop at the offer. */
  readonly pays: boolean;
}

/** Opens the tip sheet as a fan would and returns how a tip ends on this page. */
export async function endingOf(page: Page, { comes, pays }: Visit): Promise<Ending> {
  const where = await frameOfCard(page);
  const button = where.getByRole('button', { name: en.sendTip }).first();
  const link = where.getByRole('link', { name: /Tip Ada/ }).first();
  if (comes === 'no') {
    await expect(link).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(button).toHaveCount(0);
    return 'links';
  }
  if (comes === 'perhaps') {
    const came = await button.waitFor({ timeout: mayTake }).then(
      () => true,
      () => false,
    );
    if (!came) {
      await expect(link).toBeVisible();
      return 'links';
    }
  }
  await button.click();
  const sheet = where.getByRole('dialog', { name: enTip.title(ada.name) }).first();
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  const number = where.frameLocator('busker-card > [slot] iframe').first().getByLabel('Card number');
  const reached = async (): Promise<Ending | null> =>
    reasonOf((await sheet.textContent()) ?? '') ??
    ((await number.isVisible().catch(() => false)) ? 'in-page' : null);
  await expect.poll(reached, { message: 'the card form, or the reason why there is none' }).not.toBeNull();
  // The card checks the form once it is ready, and only then allows paying.
  await expect(sheet.getByRole('button', { name: enTip.pay('$5.00') })).toBeEnabled();
  const ending = await reached();
  if (ending === 'in-page' && pays) await payHere(where);
  return ending ?? 'links';
}

type Pair = readonly [string, string];

const hinders = (oddity: Oddity | undefined): boolean =>
  oddity?.ends === 'links' || oddity?.headers !== undefined;

/** Leaves out pairs in which one oddity can block the scripts that the other one needs for its card. */
function makesACard([one, other]: Pair): boolean {
  const [a, b] = [oddities[one], oddities[other]];
  return !(a?.needsScripts && hinders(b)) && !(b?.needsScripts && hinders(a));
}

/** One oddity's policy can forbid the other's loader script; and of two loader scripts, the page uses only the first. */
export const mayKeepLinks = (pair: Pair): boolean => pair.some((name) => hinders(oddities[name]));

/** This many pairs of oddities, always the same for the same seed. */
export function drawPairs(count: number, seed: number): readonly Pair[] {
  const name = fc.constantFrom(...Object.keys(oddities));
  const pair = fc.tuple(name, name).filter(([one, other]) => one !== other);
  return fc.sample(pair.filter(makesACard), { numRuns: count, seed });
}
