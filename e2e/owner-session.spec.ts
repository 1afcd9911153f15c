import type { APIRequestContext, Page } from '@playwright/test';
import type { Addresses } from './backend';
import { expect, test } from './fixtures';
import { tabTo } from './keyboard-walk';
import { ada, openScreen, signIn, tipOnPlainPage } from './steps';

test.describe('sessions and tabs', () => {
  const password = 'busker-demo';

  async function newOwner(page: Page, busker: Addresses, name: string): Promise<string> {
    const email = `${name}-${Date.now()}@example.com`;
    await page.goto(`${busker.app}/create-account`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    return email;
  }

  interface Account {
    readonly localId: string;
    readonly iat: number;
  }

  /** The account of an address, and the time of its newest token in seconds. */
  async function accountOf(request: APIRequestContext, busker: Addresses, email: string): Promise<Account> {
    const answer = await request.post(
      `${busker.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`,
      { data: { email, password } },
    );
    const { localId } = (await answer.json()) as { localId: string };
    return { localId, iat: Math.floor(Date.now() / 1000) };
  }

  /** Revokes every token made before now, as after a password change on another device. */
  async function endSessions(request: APIRequestContext, busker: Addresses, account: Account): Promise<void> {
    // Tokens have whole seconds: a token of this second would stay valid.
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(account.iat);
    const answer = await request.post(
      `${busker.auth}/identitytoolkit.googleapis.com/v1/projects/demo-busker/accounts:update`,
      {
        headers: { authorization: 'Bearer owner' },
        data: { localId: account.localId, validSince: String(Math.floor(Date.now() / 1000)) },
      },
    );
    expect(answer.ok()).toBe(true);
  }

  // Holds dash-1295.
  test('the page of a new owner is in the language of their dashboard', async ({ browser, busker }) => {
    const context = await browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    await page.goto(`${busker.app}/create-account`);
    await page.getByLabel('E-Mail').fill(`neu-${Date.now()}@example.com`);
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Konto anlegen' }).click();
    await expect(page.frameLocator('iframe').locator('html')).toHaveAttribute('lang', 'de');
    await context.close();
  });

  // Holds dash-180.
  test('what was typed right before a reload or the closing of a tab is there at the next load', async ({
    page,
    context,
    busker,
  }) => {
    await newOwner(page, busker, 'leaving');
    const bioIn = (tab: Page) => tab.getByRole('textbox', { name: 'Bio' });
    await bioIn(page).fill('Typed before a reload.');
    await page.reload();
    await expect(bioIn(page)).toHaveValue('Typed before a reload.');
    await page.getByText('All edits saved').waitFor();
    await bioIn(page).fill('Typed before the tab was closed.');
    const next = await context.newPage();
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    await next.goto(`${busker.app}/page/profile`);
    await expect(bioIn(next)).toHaveValue('Typed before the tab was closed.');
    await expect(next.getByText('All edits saved')).toBeVisible();
  });

  // Holds dash-050.
  test('a session that ends during an edit loses nothing', async ({
    page,
    context,
    busker,
    complaints,
    request,
  }) => {
    // Offline, the SDK also requests a Google image to test the connection, which the page's policy blocks.
    complaints.expected(/status of 40|ERR_FAILED|Could not reach Cloud Firestore|documents:commit|cleardot/);
    const email = await newOwner(page, busker, 'expiring');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Exa Pira');
    await page.getByText('All edits saved').waitFor();
    const account = await accountOf(request, busker, email);

    await test.step('the store is unreachable, the owner types on, and the session ends', async () => {
      await context.route(`${busker.firestore}/**`, (route) => route.abort());
      await endSessions(request, busker, account);
      await name.fill('Exa Pira the Younger');
      await page.getByRole('textbox', { name: 'Bio' }).fill('Written to the end.');
      await page.getByRole('button', { name: 'I opened the link' }).click();
      await page.getByText(/your session has ended/).waitFor();
      await expect(page).toHaveURL(/\/sign-in\?next=%2Fpage%2Fprofile$/);
    });

    await test.step('signed in again, every edit is there and is stored', async () => {
      await context.unroute(`${busker.firestore}/**`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(name).toHaveValue('Exa Pira the Younger');
      await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveValue('Written to the end.');
      await expect(page.getByText('All edits saved')).toBeVisible();
      const draft = await request.get(
        `${busker.firestore}/v1/projects/demo-busker/databases/(default)/documents/drafts/${account.localId}`,
        { headers: { authorization: 'Bearer owner' } },
      );
      expect(await draft.json()).toMatchObject({
        fields: {
          name: { stringValue: 'Exa Pira the Younger' },
          bio: { stringValue: 'Written to the end.' },
        },
      });
    });
  });

  // Holds dash-048.
  test('two tabs edit the same field: the tab whose text was overwritten says so and restores it', async ({
    browser,
    page: first,
    busker,
    complaints,
  }) => {
    complaints.expected(/documents:commit|status of 40/);
    const email = await newOwner(first, busker, 'twofold');
    const bio = 'The bio of the first tab.';
    await first.getByRole('textbox', { name: 'Bio' }).fill(bio);
    await first.getByText('All edits saved').waitFor();

    const elsewhere = await browser.newContext();
    const second = await elsewhere.newPage();
    await signIn(second, busker, { email, password });
    await expect(second.getByRole('textbox', { name: 'Bio' })).toHaveValue(bio);
    await second.getByRole('textbox', { name: 'Bio' }).fill('The bio of the second tab.');

    const notice = first.getByRole('region', { name: 'Bio was changed in another tab' });
    await expect(notice).toContainText(bio);
    await expect(notice).toContainText('The bio of the second tab.');
    await expect(first.getByRole('textbox', { name: 'Bio' })).toHaveValue('The bio of the second tab.');
    await notice.getByRole('button', { name: 'Restore mine' }).click();
    await expect(notice).toHaveCount(0);
    await expect(second.getByRole('textbox', { name: 'Bio' })).toHaveValue(bio);
    await expect(second.getByRole('region', { name: 'Bio was changed in another tab' })).toBeVisible();
    await elsewhere.close();
  });

  test('one tab removes a link that another tab edits: the other tab says so, drops it, and restores it by keyboard', async ({
    browser,
    page: first,
    context,
    busker,
    complaints,
  }) => {
    // The console prints the refused write and the failed requests.
    complaints.expected(/documents:commit|status of 40|net::ERR|Could not reach|cleardot/);
    const email = await newOwner(first, busker, 'removed');
    const paste = first.getByRole('textbox', { name: 'Paste a link' });
    await paste.fill('https://instagram.com/removed');
    await paste.press('Enter');
    await first.getByRole('button', { name: 'Edit Instagram' }).waitFor();
    await first.getByText('All edits saved').waitFor();

    const elsewhere = await browser.newContext();
    const second = await elsewhere.newPage();
    await signIn(second, busker, { email, password });
    const more = second.getByRole('button', { name: 'More for Instagram' });
    await more.waitFor();

    await test.step('the first tab edits offline, and the second removes the link', async () => {
      await context.setOffline(true);
      await first.getByRole('button', { name: 'Edit Instagram' }).click();
      await first.getByRole('textbox', { name: 'Label' }).fill('My pictures');
      await first.getByText('Offline, will be sent').waitFor();
      await more.click();
      await second.getByRole('menuitem', { name: 'Remove' }).click();
      await expect(more).toHaveCount(0);
      await expect(second.getByText('All edits saved')).toBeVisible();
    });

    const notice = first.getByRole('region', { name: /was removed in another tab$/ });
    await test.step('online again, the first tab says so and shows no incomplete link', async () => {
      await context.setOffline(false);
      await expect(notice).toBeVisible();
      await expect(first.getByRole('button', { name: /^Edit / })).toHaveCount(0);
      await expect(second.getByRole('button', { name: /^More for / })).toHaveCount(0);
    });

    await test.step('the keyboard restores it with its edits, in both tabs', async () => {
      await first.locator('main').focus();
      await tabTo(first, 'Restore');
      await first.keyboard.press('Enter');
      await expect(notice).toHaveCount(0);
      await expect(first.getByRole('button', { name: 'Edit My pictures' })).toBeVisible();
      await expect(second.getByRole('button', { name: 'More for My pictures' })).toBeVisible();
      await expect(first.getByText('All edits saved')).toBeVisible();
    });
    await elsewhere.close();
  });
});

test.describe('storage that does not answer', () => {
  /** From now on no database whose name starts like this answers, as in a browser whose storage is stuck. */
  const silence = (page: Page, start: string) =>
    page.addInitScript((silent) => {
      const { open } = Object.getOwnPropertyDescriptors(IDBFactory.prototype);
      const opened = (factory: IDBFactory, ...given: Parameters<IDBFactory['open']>) =>
        open.value?.apply(factory, given) as IDBOpenDBRequest;
      IDBFactory.prototype.open = function (this: IDBFactory, name, version) {
        // A database of its own, whose answer has nobody to go to.
        if (name.startsWith(silent))
          return new Proxy(opened(this, 'nothing'), { set: () => true, get: () => () => {} });
        return version === undefined ? opened(this, name) : opened(this, name, version);
      };
    }, start);

  const told = 'Your browser’s storage did not answer';

  // Holds dash-183.
  test('when the copy on this device does not answer, the dashboard goes on without it, and says so once', async ({
    page,
    busker,
  }) => {
    await silence(page, 'firestore/');
    await signIn(page, busker, ada);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(ada.name);
    await expect(page.getByText(told)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(ada.name);
    await expect(page.getByText(told)).toHaveCount(0);
  });

  test('when the database of sessions does not answer, an owner can still sign in, and stays signed in', async ({
    page,
    busker,
  }) => {
    await silence(page, 'firebaseLocalStorageDb');
    await signIn(page, busker, ada);
    await page.reload();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(ada.name);
  });
});

test.describe('a network that fails', () => {
  // Holds dash-095.
  test('offline no screen breaks or shows a false zero, and each loads by itself once online', async ({
    page,
    context,
    busker,
    complaints,
  }) => {
    complaints.expected(
      /net::ERR|Could not reach|cleardot|Failed to load|Failed to fetch|NotLoaded|did not load/,
    );
    const screens = [/\/insights-screen-/, /\/embed-screen-/].map((name) =>
      page.waitForResponse((response) => name.test(response.url()), { timeout: 0 }),
    );
    await signIn(page, busker, ada);
    const go = async (name: string, ...at: [place: string, tab?: string]) => {
      await openScreen(page, ...at);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    };
    // The screens' code loads while the browser is idle.
    await go('Tips', 'Money');
    await go('Account', 'Settings', 'Account');
    // Done once their imports have loaded too. The network is never idle: a listener's request stays open.
    const urls = (await Promise.all(screens)).map((response) => response.url());
    await page.evaluate(`Promise.all(${JSON.stringify(urls)}.map((url) => import(url))).then(() => true)`);
    await context.setOffline(true);
    await expect(page.getByText('You are offline. Your edits stay')).toBeVisible();

    await go('Insights', 'Insights');
    await expect(page.getByText('Waiting for a connection').first()).toBeVisible();
    await expect(page.getByText('Link clicks')).toHaveCount(0);
    await go('Embed', 'Share');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('Waiting for a connection')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Embed code' })).toHaveValue(/busker-card profile="ada"/);

    await context.setOffline(false);
    await expect(preview.getByRole('button', { name: 'Send a tip' })).toBeVisible();
  });

  test('a screen whose styles did not load says so, and one press loads them', async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(/net::ERR|NotLoaded|did not load/);
    const styles = /\/assets\/later-[^/]+\.css$/;
    await signIn(page, busker, ada);
    // The route stays: once, on a busy machine, a press right after `unroute` got no style sheet within a minute.
    let isCut = true;
    await page.route(styles, (route) => (isCut ? route.abort() : route.continue()));
    await page.reload();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);

    isCut = false;
    await again.press('Enter');
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    // Behind the first sheet: their rules apply as if it were one.
    const addresses = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href),
    );
    expect(addresses).toEqual([expect.stringMatching(/\/style-/), expect.stringMatching(styles)]);
  });

  // Holds dash-068.
  test('a refund that is sent twice and whose answer is lost is made once', async ({
    page,
    browser,
    busker,
    complaints,
  }) => {
    complaints.expected(/net::ERR_FAILED/);
    const name = `Hurry ${Date.now() % 100_000}`;
    await test.step('a fan sends a tip', () => tipOnPlainPage(browser, busker, name));

    await signIn(page, busker, ada);
    await page.goto(`${busker.app}/money/tips?q=${encodeURIComponent(name)}`);
    await page.getByRole('list', { name: 'List of tips' }).getByRole('link', { name }).click();
    const ids: unknown[] = [];
    await page.route(/\/v1\/me\/tips\/[^/]+\/refunds$/, async (route) => {
      const { requestId } = route.request().postDataJSON() as { requestId: string };
      ids.push(requestId);
      const answer = await route.fetch();
      if (ids.length === 1) return route.abort();
      return route.fulfill({ response: answer });
    });
    await page.getByRole('button', { name: 'Refund…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund this tip' });
    await dialog.getByRole('radio', { name: 'Partial' }).check();
    await dialog.getByLabel('Amount').fill('2');
    await dialog.getByRole('button', { name: 'Refund $2.00' }).dblclick();
    await expect(dialog.getByText(/we do not know whether \$2\.00 was refunded/)).toBeVisible();

    await test.step('Escape closes the dialog and not the tip; opened again, the dialog still shows the refund', async () => {
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await page.getByRole('button', { name: 'Refund…' }).click();
    });
    await dialog.getByRole('button', { name: 'Try again' }).dblclick();
    await expect(page.getByText('$2.00 is on its way back to the card.')).toBeVisible();
    const details = page.getByRole('dialog', { name: 'Tip', exact: true });
    await expect(details.getByText('You refunded $2.00')).toHaveCount(1);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});
