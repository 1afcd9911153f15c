import type { Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readyLooks } from '@busker/core/looks/page-look';
import { newStateDir, portsOf, removeStateDir, startBackend, type Addresses } from './backend';
import { brokenRules } from './broken-rules';
import { en } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cards, grace, openTipSheet, originsAsked } from './steps';

test.describe('the page', () => {
  const content = (page: Page, selector: string) => page.locator(selector).first().getAttribute('content');

  test('with script the card upgrades in place without policy or accessibility faults', async ({
    page,
    busker,
  }) => {
    await page.addInitScript(() => {
      const seen = window as unknown as { shifted: number };
      seen.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const origins = originsAsked(page.context());
    await page.goto(`${busker.app}/@ada`);
    await page.getByRole('button', { name: 'Send a tip' }).waitFor();

    await test.step('it makes no request to other sites and has no inline script', async () => {
      expect(origins()).toEqual([busker.app]);
      await expect(page.locator('script:not([src])')).toHaveCount(0);
      expect(await page.evaluate(() => document.querySelectorAll('style, main [style]').length)).toBe(0);
    });

    await test.step('it has the metadata for search engines and previews', async () => {
      await expect(page).toHaveTitle(`${ada.name} (@ada)`);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${busker.app}/@ada`);
      await expect(page.locator('link[rel=alternate][hreflang]')).toHaveCount(13);
      expect(await content(page, 'meta[property="og:title"]')).toBe(ada.name);
      expect((await content(page, 'meta[name=description]'))?.length).toBeGreaterThan(20);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('meta[name=robots]')).toHaveCount(0);
    });

    await test.step('it is small, and only one style sheet blocks its rendering', async () => {
      await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1);
      await expect(page.locator('script:not([async])')).toHaveCount(0);
      // Her picture does not count: another test may have published a larger one.
      const bytes = await page.evaluate(() => {
        const parts = [
          ...performance.getEntriesByType('navigation'),
          ...performance.getEntriesByType('resource'),
        ] as PerformanceResourceTiming[];
        return parts
          .filter(({ name }) => !new URL(name).pathname.startsWith('/img/'))
          .reduce((sum, { transferSize }) => sum + transferSize, 0);
      });
      expect(bytes).toBeLessThan(60_000);
    });

    await test.step('nothing shifted while it loaded', async () => {
      const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
      expect(shifted).toBeLessThan(0.1);
    });

    expect(await brokenRules(page)).toEqual([]);
    const sheet = await openTipSheet(page, ada.name);
    await expect(sheet.getByRole('radio', { name: '$5.00' })).toBeAttached();
  });

  test('it is in the requested language, also right to left', async ({ page, busker }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${busker.app}/@ada?lang=ar`);
    await page.getByRole('button', { name: 'أرسل إكرامية' }).waitFor();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await brokenRules(page)).toEqual([]);
    await page.getByText('اللغة').click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.waitForURL(/lang=de$/);
    await page.getByRole('button', { name: 'Trinkgeld senden' }).waitFor();
  });

  test('an unknown name gets a helpful page, and a name in capitals redirects', async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(/404/);
    const missing = await page.goto(`${busker.app}/@nobody_here`);
    expect(missing?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Profile not found' })).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    await page.goto(`${busker.app}/@ADA?lang=it`);
    await expect(page).toHaveURL(`${busker.app}/@ada?lang=it`);
  });
});

test.describe('its looks', () => {
  interface Seen {
    readonly text: string;
    readonly box: readonly number[];
    readonly look: Readonly<Record<string, string>>;
  }

  /** Everything visible, from the top: position, size, text, colours and font. */
  const look = (page: Page): Promise<readonly Seen[]> =>
    page.evaluate(() => {
      const card = document.querySelector('busker-card') as HTMLElement;
      const root = card.shadowRoot?.querySelector('.card') ?? card;
      const inCard = [...root.querySelectorAll('a, a > *, button.tip, .group')];
      const around = document.querySelectorAll('.head > *, .panel, .goal, .goal *, .wall, .wall p, footer');
      const styles = [
        'color',
        'backgroundColor',
        'borderTopColor',
        'borderTopLeftRadius',
        'fontFamily',
        'fontSize',
        'fontWeight',
        'lineHeight',
      ] as const;
      return [...inCard, ...around].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        return {
          text: element.textContent?.trim() ?? '',
          box: [x, y, width, height].map(Math.round),
          look: Object.fromEntries(styles.map((name) => [name, style[name]])),
        };
      });
    });

  /** Keeps the card's script back until the function is called. */
  async function holdCard(page: Page): Promise<() => void> {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/embed/v1.js', async (route) => {
      await held;
      await route.continue();
    });
    return release;
  }

  /** The document can be read before its style sheet is loaded; until then `sheet` is null. */
  const isStyled = (page: Page) =>
    expect
      .poll(() =>
        page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet !== null),
      )
      .toBe(true);

  /** Nothing on the page at `url` changes its place or its look when the card takes over. */
  async function keepsItsLook(page: Page, url: string): Promise<void> {
    const release = await holdCard(page);
    await page.goto(url, { waitUntil: 'commit' });
    const plain = page.getByRole('link', { name: en.sendTip });
    await plain.waitFor();
    await isStyled(page);
    const before = await look(page);
    release();
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    await expect(plain).toBeHidden();
    expect(await look(page)).toEqual(before);
  }

  /** Whatever font the owner has chosen for the card. */
  const ownFonts: Partial<Record<string, RegExp>> = {
    paper: /Palatino/,
    terminal: /monospace/,
    notebook: /cursive/,
  };

  for (const [at, ready] of readyLooks.entries())
    // Holds dash-1085.
    test(`the look ${ready} breaks no accessibility rule in either mode, fits a phone, and nothing changes when the card takes over`, async ({
      page,
      busker,
    }) => {
      const handle = at % 2 === 0 ? 'ada' : 'grace';
      // The look of a page is in the address of its style sheet alone.
      await page.route(`**/@${handle}`, async (route) => {
        const answer = await route.fetch();
        const body = await answer.text();
        await route.fulfill({
          response: answer,
          body: body.replace(/(page-\w+-[0-9a-f]{6})\.css/, `$1-${ready}-0-0-0-0-normal-0-0.css`),
        });
      });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 360, height: 800 });
      await keepsItsLook(page, `${busker.app}/@${handle}`);
      const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
      expect(family).toMatch(ownFonts[ready] ?? /./);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      expect(await brokenRules(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await brokenRules(page)).toEqual([]);
    });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1280])
      for (const handle of ['ada', 'grace'])
        test(`the public page of ${handle} looks the same before and after the card takes over: ${width} px, ${colorScheme}`, async ({
          page,
          busker,
        }) => {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          await keepsItsLook(page, `${busker.app}/@${handle}`);
        });

  test('without script the public page shows the goal and the supporters', async ({ browser, busker }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${busker.app}/@grace`);
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /of ¥30,000$/);
    await context.close();
  });

  test('in German the tip link and the button that replaces it have the same text', async ({
    page,
    busker,
  }) => {
    await page.goto(`${busker.app}/@ada?lang=de`);
    await expect(page.getByRole('button', { name: 'Trinkgeld senden' })).toBeVisible();
    await expect(page.locator('busker-card > p > a')).toHaveText('Trinkgeld senden');
  });
});

test.describe('in a frame', () => {
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
});

test.describe('consent', () => {
  // Holds web-027, tag-031, tag-044.
  test('with consent="wait" nothing is counted and no picture loads before grantConsent()', async ({
    page,
    busker,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${busker.examples}/consent/`);
    await page.getByRole('button', { name: 'Send a tip' }).waitFor();
    const early = asked.filter((path) => path === '/v1/events' || path.startsWith('/img/'));
    expect(early).toEqual([]);
    const counted = page.waitForRequest(`${busker.app}/v1/events`);
    await page.getByRole('button', { name: 'Allow pictures and counting' }).click();
    await counted;
  });
});

test.describe('the wall', () => {
  // Holds web-063, tag-030.
  test('a tip moves the goal and adds the fan to the wall under the name that they chose', async ({
    page,
    busker,
  }) => {
    const tip = async (name: string, message: string, hidden: boolean) => {
      await page.goto(`${busker.app}/@grace/tip`);
      await page.getByLabel('Your name (optional)').fill(name);
      await page.getByLabel('Message (optional)').fill(message);
      if (hidden) await page.getByLabel('Do not show my name or message in public').check();
      await page.getByRole('radio', { name: '¥' }).first().check();
      await page.getByRole('button', { name: 'Go to payment' }).click();
      await page.getByLabel('Email').fill('fan@example.com');
      await page.getByLabel('Card number').fill(cards.good);
      await page.getByLabel('Expiration date').fill('12 / 34');
      await page.getByLabel('Security code').fill('123');
      await page.getByRole('button', { name: /pay/i }).click();
      await page.waitForURL(`${busker.app}/t/**`);
      await expect(page.getByText('¥').first()).toBeVisible();
    };
    await tip('Kenji', 'The storm level!', false);
    await tip('Quiet Fan', 'Just for you', true);

    await page.goto(`${busker.app}/@grace`);
    const goal = page.getByRole('progressbar', { name: 'A quieter fan for the render machine' });
    await expect(goal).toHaveAttribute('aria-valuetext', /^¥[\d,]+ of ¥30,000$/);
    await expect(goal).not.toHaveAttribute('aria-valuenow', '0');
    const wall = page.getByRole('listitem').filter({ hasText: 'Kenji' });
    await expect(wall).toContainText('The storm level!');
    await expect(page.getByText('Quiet Fan')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: grace.name })).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
  });
});

test.describe('taken down by its owner', () => {
  /** The server's answer for a profile that its owner took down, which is the one for an unknown handle. Other tests need Ada's own page. */
  async function takenDown(page: Page, busker: Addresses): Promise<void> {
    const missing = await page.request.get(`${busker.app}/v1/profiles/nobody`);
    expect(missing.status()).toBe(404);
    await page.route('**/v1/profiles/ada', (route) => route.fulfill({ response: missing }));
  }

  const below = '<p id="below">What comes after the card</p>';
  const placeBelow = (page: Page) =>
    page.locator('#below').evaluate((part) => part.getBoundingClientRect().top);

  test.describe('the card of a page that its owner took down, on another site', () => {
    test.beforeEach(({ complaints }) => complaints.expected(/404|profile-not-found/));

    test("leaves the page's own links as they are, and nothing moves", async ({ page, busker }) => {
      await takenDown(page, busker);
      const answer = page.waitForResponse('**/v1/profiles/ada');
      await openHostPage(page, busker, {
        body: `<busker-card profile="ada" style="display:block;min-height:300px"><a href="https://ada.example/">Ada’s own page</a></busker-card>${below}`,
      });
      const before = await placeBelow(page);
      await answer;
      await page.waitForFunction(() =>
        document.querySelector('busker-card')?.shadowRoot?.querySelector('slot'),
      );
      await expect(page.getByRole('link', { name: 'Ada’s own page' })).toBeVisible();
      await expect(page.getByRole('button', { name: en.sendTip })).toHaveCount(0);
      await expect(page.getByText(en.unavailable)).toHaveCount(0);
      expect(await placeBelow(page)).toBe(before);
    });

    test('without links of the page, says so in the reserved place, and comes back when it is published again', async ({
      page,
      busker,
    }) => {
      await takenDown(page, busker);
      await openHostPage(page, busker, {
        body: `<busker-card profile="ada" style="display:block;min-height:578px"></busker-card>${below}`,
      });
      const before = await placeBelow(page);
      await expect(page.getByText(en.unavailable)).toBeVisible();
      expect(await placeBelow(page)).toBe(before);
      await page.unroute('**/v1/profiles/ada');
      await page.getByRole('button', { name: en.tryAgain }).click();
      await expect(page.getByRole('button', { name: en.sendTip })).toBeVisible();
    });
  });
});

test.describe('reported by a visitor', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const run = promisify(execFile);

  // This test starts its own server, because it takes an owner offline whom other tests tip.
  // Holds host-056.
  test('a visitor reports a page without JavaScript; the host hides it, and the page says that it is hidden', async ({
    browser,
  }) => {
    const stateDir = await newStateDir();
    const backend = await startBackend({ stateDir });
    const { addresses } = backend;
    const admin = async (...words: readonly string[]) => {
      const env = { ...process.env, ...portsOf(addresses), BUSKER_STATE: stateDir };
      const args = ['host/busker.mjs', 'admin', ...words, '--local'];
      return (await run(process.execPath, args, { cwd: root, env })).stdout;
    };
    try {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${addresses.app}/@ada`);
      await page.getByRole('link', { name: 'Report' }).click();
      await page
        .getByLabel('What is it about?')
        .selectOption({ label: 'Personal data or pictures of a person' });
      await page.getByLabel('Which law, or which part of the terms?').fill('Terms, data of others');
      await page.getByLabel('What is shown, where').fill('The picture shows me.');
      await page.getByLabel('Your name').fill('Zoe');
      await page.getByLabel('Your email').fill('zoe@example.com');
      await page.getByLabel('I believe in good faith').check();
      await page.getByRole('button', { name: 'Send the report' }).click();
      await expect(page.getByRole('heading', { name: 'Thank you for your report' })).toBeVisible();
      const number = /number (\w{12})/.exec((await page.textContent('main')) ?? '')?.[1] ?? '';
      expect(await admin('reports', 'list')).toContain(number);

      const facts = 'The picture is of somebody who did not agree.';
      await admin('reports', 'decide', number, '--outcome', 'hidden', '--facts', facts, '--yes');
      await page.getByRole('link', { name: 'See the state of the report' }).click();
      await expect(page.getByText('Profile hidden for a time')).toBeVisible();
      // The server may show a page from its memory for ten seconds after another process has hidden it.
      await expect(async () => {
        await page.goto(`${addresses.app}/@ada`);
        await expect(page.getByText('not available')).toBeVisible({ timeout: 500 });
      }).toPass();
      await page.goto(`${addresses.auth}/__local/outbox`);
      await expect(page.getByRole('heading', { name: 'A decision about your page @ada' })).toBeVisible();
      await context.close();
    } finally {
      await backend.stop();
      await removeStateDir(stateDir);
    }
  });
});
