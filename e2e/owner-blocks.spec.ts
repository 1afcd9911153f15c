import { expect, ownOwner, test } from './fixtures';
import { signIn } from './steps';

const nina = ownOwner({ name: 'Nina Voss', draft: { links: {} }, isUnpublished: true });

// Holds dash-1239, dash-1374.
test('a new owner adds text, a picture, a video, dates, contact and other ways to give, publishes, and the page shows them', async ({
  busker,
  page,
  context,
}) => {
  test.slow();
  await signIn(page, busker, nina);
  const add = async (kind: RegExp) => {
    await page.getByRole('button', { name: 'Add a block' }).click();
    await page.getByRole('menuitem', { name: kind }).click();
  };
  const addEntry = () => page.getByRole('button', { name: 'Add an entry' }).last().click();

  await test.step('each form opens by itself, with the focus in its first field', async () => {
    await add(/^Text/);
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
    await page.keyboard.type('My record is out.');
    await add(/^Music or video/);
    await expect(page.getByRole('textbox', { name: 'Address of the song, video or post' })).toBeFocused();
    await page.keyboard.type('youtu.be/dQw4w9WgXcQ');
    await add(/^Contact/);
    await page.getByRole('textbox', { name: 'Phone' }).fill('+49 30 123456');
    await add(/^Dates/);
    await addEntry();
    await page.getByLabel('Date', { exact: true }).fill('2099-05-01');
    await page.getByRole('textbox', { name: 'What', exact: true }).fill('Club night');
  });

  await test.step('a picture is uploaded and described', async () => {
    await add(/^Picture/);
    const chooser = page.waitForEvent('filechooser');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Description of the picture' })
      .getByRole('button', { name: 'Upload picture' })
      .click();
    await (
      await chooser
    ).setFiles({ name: 'nina.png', mimeType: 'image/png', buffer: await page.screenshot() });
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await page.getByRole('textbox', { name: 'Description of the picture' }).fill('Nina on a stage');
    await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  });

  const publish = () => page.getByRole('button', { name: 'Publish', exact: true }).click();
  await test.step('a coin address with a wrong character is refused at its field', async () => {
    await add(/^Other ways to give/);
    await addEntry();
    const place = page.getByRole('textbox', { name: 'Address of your page, or coin address' });
    await place.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5');
    await publish();
    await expect(page.getByText(/^A character of this address is wrong/)).toBeVisible();
    await place.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    await place.blur();
    await addEntry();
    await page
      .getByRole('textbox', { name: 'Address of your page, or coin address' })
      .nth(1)
      .fill('paypal.me/ninavoss');
  });

  await publish();
  await expect(page.getByText('Everything is published')).toBeVisible();

  await test.step('the page shows all of them without a script', async () => {
    const plain = await context.browser()?.newContext({ javaScriptEnabled: false });
    const site = await plain?.newPage();
    if (!plain || !site) throw new Error('no browser');
    await site.goto(`${busker.app}/@${nina.handle}`);
    await expect(site.getByText('My record is out.')).toBeVisible();
    const photo = site.getByRole('img', { name: 'Nina on a stage' });
    await expect(photo).toBeVisible();
    const size = page.viewportSize() ?? { width: 1, height: 1 };
    const [width, height] = await Promise.all(['width', 'height'].map((name) => photo.getAttribute(name)));
    expect(Number(width) / Number(height)).toBeCloseTo(size.width / size.height, 1);
    await expect(site.getByText('Club night')).toBeVisible();
    await expect(site.locator('a[href^="tel:"]')).toBeVisible();
    await expect(site.locator('a[href*="youtu.be/dQw4w9WgXcQ"]')).toBeVisible();
    const giving = site.locator('section').filter({ hasText: 'Also here' });
    await expect(giving.getByRole('link', { name: /PayPal/ })).toHaveAttribute(
      'href',
      'https://paypal.me/ninavoss',
    );
    await giving.getByText('QR · Bitcoin').click();
    await expect(giving.getByRole('img', { name: /^bitcoin:bc1q/ })).toBeVisible();
    await plain.close();
  });
});
