import { cardTexts, deTip, en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cardForm, cards, grace } from './steps';
import { bankAsks, paidTips, payLeftTipAgain, readyToPay, thanks } from './truth';

test.describe('what a fan is told', () => {
  // Holds web-017.
  test('a double tap on Pay makes one tip', async ({ page, busker }) => {
    const pay = await readyToPay(page, busker, '7.01', cards.good);
    await pay.dblclick();
    await expect(thanks(page)).toBeVisible();
    expect(await paidTips(page, busker, 701)).toBe(1);
  });

  // Holds web-017.
  test('Enter held down on Pay makes one tip', async ({ page, busker }) => {
    const pay = await readyToPay(page, busker, '7.02', cards.good);
    await pay.focus();
    // A held key repeats: the browser sends `keydown` again and again without a `keyup`.
    for (let repeats = 0; repeats < 8; repeats += 1) await page.keyboard.down('Enter');
    await expect(thanks(page)).toBeVisible();
    await page.keyboard.up('Enter');
    expect(await paidTips(page, busker, 702)).toBe(1);
  });

  /** Where the network fails: before the request reaches our server, after its answer, on the way to Stripe, after Stripe has charged. */
  const losses = [
    {
      what: 'before the tip arrives at the server',
      amount: '7.11',
      cut: '/v1/tips',
      arrives: false,
      said: enTip.offline,
    },
    {
      what: 'after the server has answered',
      amount: '7.12',
      cut: '/v1/tips',
      arrives: true,
      said: enTip.offline,
    },
  ] as const;

  for (const { what, amount, cut, arrives, said } of losses)
    // Holds pay-098.
    test(`offline ${what}: the sheet says so, and another tap makes no second tip`, async ({
      page,
      busker,
      complaints,
    }) => {
      complaints.expected(/ERR_FAILED/);
      const pay = await readyToPay(page, busker, amount, cards.good);
      const ids = new Set<string>();
      let lost = 0;
      await page.route(
        (url) => url.origin === busker.app && url.pathname === cut,
        async (route) => {
          ids.add(String((route.request().postDataJSON() as { clientRequestId: string }).clientRequestId));
          lost += 1;
          if (lost > 1) return route.continue();
          if (arrives) await route.fetch();
          return route.abort();
        },
      );
      await pay.click();
      await expect(page.getByRole('alert')).toHaveText(said);
      expect(await paidTips(page, busker, Number(amount.replace('.', '')))).toBe(0);
      await pay.click();
      await expect(thanks(page)).toBeVisible();
      expect(await paidTips(page, busker, Number(amount.replace('.', '')))).toBe(1);
      expect(ids.size).toBe(1);
    });

  const confirmation = /\/v1\/payment_intents\/\w+\/confirm/;

  // Holds web-016, pay-099.
  test('the confirmation never reaches Stripe: the sheet says nothing until it is certain, then that nothing was charged', async ({
    page,
    context,
    busker,
    complaints,
  }) => {
    complaints.expected(/ERR_FAILED/);
    const pay = await readyToPay(page, busker, '7.13', cards.good);
    let lost = 0;
    // `page.route` also catches the frame's requests.
    await context.route(confirmation, (route) => {
      lost += 1;
      return lost === 1 ? route.abort() : route.continue();
    });
    await pay.click();
    await expect(page.getByRole('alert')).toContainText('You have not been charged');
    expect(await paidTips(page, busker, 713)).toBe(0);
    await pay.click();
    await expect(thanks(page)).toBeVisible();
    expect(await paidTips(page, busker, 713)).toBe(1);
  });

  // Holds web-016, pay-099.
  test('Stripe has charged and its answer is lost: the sheet asks the server, and thanks the fan', async ({
    page,
    context,
    busker,
    complaints,
  }) => {
    complaints.expected(/ERR_FAILED/);
    const pay = await readyToPay(page, busker, '7.14', cards.good);
    await context.route(confirmation, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pay.click();
    await expect(thanks(page)).toBeVisible();
    expect(await paidTips(page, busker, 714)).toBe(1);
  });

  test('the server is unreachable after the payment: the fan is still thanked', async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(/ERR_FAILED/);
    const pay = await readyToPay(page, busker, '7.15', cards.good);
    await page.route(
      (url) => url.origin === busker.app && url.pathname.startsWith('/v1/tips/'),
      (route) => route.abort(),
    );
    await pay.click();
    await expect(thanks(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText('went through');
    expect(await paidTips(page, busker, 715)).toBe(1);
  });

  // Holds web-018, pay-100.
  test("a reload during the bank's question: the sheet says that the outcome is unknown, and paying again charges once", async ({
    page,
    busker,
  }) => {
    const pay = await readyToPay(page, busker, '7.16', cards.asksTheBank);
    await pay.click();
    await bankAsks(page);
    await page.reload();
    await payLeftTipAgain(page, '7.16');
    expect(await paidTips(page, busker, 716)).toBe(1);
  });

  // Holds pay-043.
  test("back from the bank's own page: the sheet opens by itself, and the URL keeps no secret", async ({
    page,
    context,
    busker,
  }) => {
    const pay = await readyToPay(page, busker, '7.17', cards.good);
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/tips');
    // As a redirect does: the browser leaves the page and returns to its URL with the bank's parameters.
    const charged = new Promise<void>((resolve) => {
      void context.route(confirmation, async (route) => {
        await route.fetch();
        resolve();
      });
    });
    await pay.click();
    const { clientSecret } = (await (await answered).json()) as { clientSecret: string };
    await charged;
    const back = new URLSearchParams({
      page: '2',
      payment_intent: clientSecret.split('_secret_')[0] ?? '',
      payment_intent_client_secret: clientSecret,
      redirect_status: 'succeeded',
    });
    await page.goto(`${busker.examples}/plain-html/?${back.toString()}`);
    await expect(thanks(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText(enTip.wentThrough('$7.17', ada.name));
    expect(page.url()).toBe(`${busker.examples}/plain-html/?page=2`);
    expect(await paidTips(page, busker, 717)).toBe(1);
  });

  // Holds tag-023.
  test('a fan who types "5,50" in German pays five dollars fifty', async ({ page, busker }) => {
    await page.goto(`${busker.examples}/plain-html/`);
    const card = page.locator('busker-card');
    await card.getByRole('button').first().waitFor();
    await card.evaluate((element) => element.setAttribute('locale', 'de'));
    await card.getByRole('button', { name: cardTexts('de').sendTip }).click();
    const sheet = page.getByRole('dialog', { name: deTip.title(ada.name) });
    await sheet.getByRole('textbox', { name: deTip.otherAmount }).fill('5,50');
    const pay = sheet.getByRole('button', { name: deTip.pay('5,50 $') });
    await expect(pay).toBeVisible();
    await expect(cardForm(page).getByLabel('Kartennummer')).toBeVisible();
  });
});

test.describe('cards of two owners', () => {
  const both =
    '<busker-card profile="grace" id="grace"></busker-card><busker-card profile="ada" id="ada"></busker-card>';

  test("with cards of two owners, after the bank's page the paid card shows the outcome, also when the fan opened the other card first", async ({
    page,
    context,
    busker,
    complaints,
  }) => {
    complaints.expected(/402/);
    await openHostPage(page, busker, { body: both });
    const sheet = page.getByRole('dialog', { name: enTip.title(ada.name) });
    const form = page.frameLocator('#ada > [slot] iframe');
    const typeNumber = async (number: string) => {
      await form.getByLabel('Card number').fill(number);
      await form.getByLabel('Expiration date').fill('12 / 34');
      await form.getByLabel('Security code').fill('123');
      await form.getByLabel('ZIP code').fill('10001');
    };
    await page.locator('#ada').getByRole('button', { name: en.sendTip }).click();
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('7.81');
    await typeNumber(cards.declined);
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/tips');
    const pay = sheet.getByRole('button', { name: enTip.pay('$7.81') });
    await pay.click();
    const { clientSecret } = (await (await answered).json()) as { clientSecret: string };
    await expect(sheet.getByRole('alert')).toBeVisible();

    await test.step("the second owner's card is charged, and the bank's page opens", async () => {
      const charged = new Promise<void>((resolve) => {
        void context.route(/\/v1\/payment_intents\/[^/]+\/confirm/, async (route) => {
          await route.fetch();
          resolve();
        });
      });
      await typeNumber(cards.good);
      await pay.click();
      await charged;
    });

    await test.step('the fan returns, and opens the other card before the paid one has loaded', async () => {
      const back = new URLSearchParams({
        payment_intent: clientSecret.split('_secret_')[0] ?? '',
        payment_intent_client_secret: clientSecret,
        redirect_status: 'succeeded',
      });
      const address = `${busker.examples}/host-page-of-a-test?${back.toString()}`;
      await page.route(address, (route) =>
        route.fulfill({
          contentType: 'text/html; charset=utf-8',
          body: `<!doctype html><script type="module" src="${busker.app}/embed/v1.js"></script>
          <busker-card profile="grace" id="grace"></busker-card><p id="late"></p>`,
        }),
      );
      await page.goto(address);
      await page.locator('#grace').getByRole('button', { name: en.sendTip }).click();
      const other = page.getByRole('dialog', { name: enTip.title(grace.name) });
      await expect(other.getByRole('radio').first()).toBeAttached();
      await expect(other).not.toContainText(enTip.checking);
      expect(page.url()).toBe(address);
      await page.locator('#late').evaluate((element) => {
        element.innerHTML = '<busker-card profile="ada" id="ada"></busker-card>';
      });
    });
    await expect(thanks(page)).toBeVisible();
    await expect(page.getByRole('dialog', { name: enTip.title(ada.name) })).toContainText(
      enTip.wentThrough('$7.81', ada.name),
    );
    expect(page.url()).not.toContain('secret');
    expect(await paidTips(page, busker, 781)).toBe(1);
  });
});
