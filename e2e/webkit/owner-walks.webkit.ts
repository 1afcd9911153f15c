import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newTenant } from '../tenant';
import { siteOf, tipFrom } from './fan-steps';
import { savedBy, holdUploads, letUploadsGo, photograph } from './uploads';
import { signIn, webkitWalk } from './webkit-walk';

const walk = webkitWalk('each test');

test('a person creates an account, confirms the address and publishes a first page', async () => {
  const { browser, addresses } = walk;
  const at = Date.now();
  const [email, handle] = [`newcomer-${at}@example.com`, `newcomer_${at}`];
  await browser.go(`${addresses.app}/create-account`);
  await browser.fill('input', 'Email', email);
  await browser.fill('input', 'Password', 'busker-demo');
  await browser.press('button', 'Create account');
  await browser.find('h1', 'Profile', 30_000);
  await browser.find('button', 'I opened the link');

  // They open the mailed link in another tab, and this tab knows it.
  const [page = ''] = await browser.windows();
  await browser.show(await browser.newTab());
  await browser.go(`${addresses.app}/__local/outbox`);
  const mailed = 'return document.querySelector(arguments[0]).href';
  await browser.go(await browser.run<string>(mailed, `li[data-to="${email}"] a`));
  await browser.find('*', 'Your email is confirmed', 30_000);
  await browser.closeTab();
  await browser.show(page);
  await expect.poll(() => browser.sees('button', 'I opened the link'), { timeout: 30_000 }).toBe(false);

  await browser.fill('main input', 'Handle', handle);
  await browser.fill('main input', 'Name', 'Nina Newcomer');
  await browser.fill('main input', 'Paste a link', 'https://nina.example/');
  await browser.press('button', 'Add link');
  await browser.press('button', 'Publish');
  await browser.find('*', 'You are live at', 30_000);

  const visitor = await walk.another();
  await visitor.go(`${addresses.app}/@${handle}`);
  await visitor.find('h1', 'Nina Newcomer');
  const href = 'return arguments[0].href';
  expect(await visitor.run(href, await visitor.find('a', 'nina.example'))).toBe('https://nina.example/');
});

test('a new owner connects payments: Stripe needs more first, then tips can be taken', async () => {
  const { browser, addresses } = walk;
  const owner = await newTenant(addresses, { country: null, isUnpublished: true });
  await signIn(browser, addresses, owner.email);
  await browser.press('a', 'Payments');
  await browser.find('h1', 'Payments');

  await browser.choose('Country', 'DE');
  await browser.press('button', 'Continue at Stripe');
  await browser.press('button', 'Needs more information', 30_000);
  await browser.find('*', 'A photo of an identity document', 30_000);
  await browser.find('*', 'Stripe needs more information');

  await browser.press('button', 'Answer at Stripe');
  await browser.press('button', 'Complete', 30_000);
  await browser.find('*', 'Ready for tips', 30_000);
  await browser.find('*', 'Euro (EUR)');

  await browser.fill('main input', 'Domain', 'tenant.example');
  await browser.press('button', 'Register domain');
  await browser.shows('main li', 'tenant.example');

  await browser.fill('main input', 'Largest tip', '40');
  await browser.find('*', 'All edits saved');
  await browser.reload();
  await expect.poll(() => browser.valueOf('main input', 'Largest tip'), { timeout: 30_000 }).toBe('40.00');
});

test('an owner crops, uploads, pauses, resumes, cancels and publishes a picture, and the card shows it', async () => {
  const { browser, addresses } = walk;
  const owner = await newTenant(addresses);
  await signIn(browser, addresses, owner.email);
  const folder = await mkdtemp(join(tmpdir(), 'busker-picture-'));
  const [picture, drawing] = [join(folder, 'owner.jpg'), join(folder, 'a.svg')];
  await writeFile(picture, await photograph(browser));
  await writeFile(drawing, '<svg/>');
  const giveFile = async (path: string) => {
    const button = await browser.find('button', ' picture');
    const input = 'return arguments[0].parentElement.querySelector(`input[type="file"]`)';
    await browser.giveFile(await browser.run(input, button), path);
  };
  const upload = async () => {
    await giveFile(picture);
    await browser.press('[role="dialog"] button', 'Use this picture', 30_000);
  };
  const arrived = 'Picture uploaded. Publish to show it.';

  await giveFile(drawing);
  await browser.find('[role="alert"]', 'This file type is not supported');

  await holdUploads(browser);
  await upload();
  await browser.find('*', 'Uploading');
  await browser.press('button', 'Cancel upload');
  await browser.find('*', 'Upload cancelled.');

  await upload();
  await browser.press('button', 'Pause');
  await browser.find('*', 'Paused at');
  await letUploadsGo(browser);
  await browser.press('button', 'Resume');
  await browser.find('*', arrived, 30_000);

  // WebDriver cannot take the network away from this engine: the servers are away instead. The upload completes once they are back.
  await expect.poll(() => browser.sees('*', arrived), { timeout: 30_000 }).toBe(false);
  await walk.whileAway(async () => {
    await upload();
    await browser.find('*', 'Uploading');
    await browser.press('nav a', 'Account');
    await browser.find('h1', 'Account');
  });
  await browser.find('*', arrived, 120_000);
  await browser.press('nav a', 'Profile');

  await browser.press('button', 'Publish');
  await browser.find('*', 'Published. Your card is up to date everywhere.', 30_000);
  await browser.go(siteOf(owner, addresses));
  const shown = `const image = document.querySelector('busker-card').shadowRoot.querySelector('img'); return image.naturalWidth > 0 && image.src`;
  expect(await browser.until<string>(shown)).toMatch(/\/img\/[0-9a-f]{64}$/);
  await rm(folder, { recursive: true });
});

test('an owner finds a tip, reads its history, hides its message, refunds a part and exports what the search found', async () => {
  const { browser, addresses } = walk;
  const owner = await newTenant(addresses);
  const name = 'Fan of Bach';
  const message = 'Look at www.spam.example';
  await tipFrom(browser, siteOf(owner, addresses), { amount: '$10.00', name, message });

  await signIn(browser, addresses, owner.email);
  await browser.press('nav a', 'Tips');
  await browser.fill('input[type="search"]', '', name);
  await browser.find('*', '1 tip found');
  await browser.press('main li a', name);
  await browser.find('*', 'The name or the message contains a web address.');
  await browser.press('button', 'Show name and message');
  await browser.press('button', 'Hide name and message');
  await browser.find('*', 'You hid the fan’s name and message.');

  await browser.press('button', 'Refund…');
  await browser.press('[role="dialog"] label', 'Partial');
  await browser.fill('[role="dialog"] input:not([type="radio"])', 'Amount', '3');
  await browser.press('button', 'Refund $3.00');
  await browser.find('*', '$3.00 is on its way back to the card.', 30_000);
  await browser.find('*', 'You refunded $3.00');
  await browser.press('[role="dialog"] button', 'Close');

  await browser.shows('main li', name, 'Partly refunded');
  await browser.reload();
  await browser.shows('main li', name, 'Partly refunded');

  await browser.press('button', 'Export');
  await browser.choose('Separator', 'semicolon');
  const file = await savedBy(browser, () => browser.press('[role="dialog"] button', 'Download'));
  const [head, ...rows] = file.text.split('\r\n');
  expect(head).toContain(';refunded;');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(`;${name};`);
  expect(rows[0]).toContain(';usd;10,00;');
});

test('an owner exports everything and deletes the account: the card closes at once, and the handle stays reserved', async () => {
  const { browser, addresses } = walk;
  const { handle, name, email } = await newTenant(addresses);
  const published = `${addresses.app}/v1/profiles/${handle}`;
  expect((await fetch(published)).status).toBe(200);
  await signIn(browser, addresses, email);
  await browser.press('nav a', 'Account');

  const file = await savedBy(browser, () => browser.press('button', 'Download everything first'));
  expect(file.name).toMatch(/^busker-data-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(file.text)).toBeInstanceOf(Object);
  for (const known of [email, handle, name]) expect(file.text).toContain(known);

  await browser.fill('main input', `Type ${handle} to confirm`, handle);
  await browser.press('button', 'Delete my account');
  await browser.find('*', 'Your account has been deleted', 30_000);
  expect((await fetch(published)).status).toBe(404);
  expect(await (await fetch(`${addresses.app}/v1/handles/${handle}`)).json()).toMatchObject({
    state: 'taken',
  });
});

test('an owner gets one mail about a tip, and reads when it arrived', async () => {
  const { browser, addresses } = walk;
  const owner = await newTenant(addresses);
  await signIn(browser, addresses, owner.email);
  await browser.press('nav a', 'Notifications');
  await browser.find('h1', 'Notifications');
  const mail = owner.email;
  await browser.shows('main li', mail, 'On');

  await tipFrom(await walk.another(), siteOf(owner, addresses), { amount: '$5.00', name: 'Kim' });
  await browser.shows('main li', mail, 'Last arrived');
  const sent = `const texts = [...document.querySelectorAll(arguments[0])].map((item) => item.textContent);
    return texts.filter((text) => text.includes('Kim sent you $5.00')).length`;
  const mails = async () => {
    await browser.go(`${addresses.auth}/__local/outbox`);
    return browser.run<number>(sent, `li[data-to="${owner.email}"]`);
  };
  await expect.poll(mails, { timeout: 30_000, interval: 500 }).toBe(1);
});

test('a paid tip appears on the stream with the name, once, also when the source is loaded again', async () => {
  const { browser, addresses } = walk;
  const owner = await newTenant(addresses);
  await signIn(browser, addresses, owner.email);
  await browser.go(`${addresses.app}/share/stream`);
  await browser.press('button', 'Make the address', 30_000);
  await browser.press('button', 'Show the address', 30_000);
  const address = await browser.valueOf('main textarea', 'Secret address');

  const scene = await walk.another();
  const alert = '.busker-alert:not(.busker-alert-leaving)';
  // The settings have arrived: the look is theirs. OBS adds its Custom CSS by script.
  const opened = async () => {
    await scene.until(`return document.querySelector('#overlay')?.dataset.look`);
    await scene.run(
      `document.head.append(Object.assign(document.createElement('style'), { textContent: ':root { --busker-overlay-accent: rgb(200, 10, 90); }' }))`,
    );
  };
  await scene.go(address);
  await opened();
  expect(await scene.run('return getComputedStyle(document.body).backgroundColor')).toBe('rgba(0, 0, 0, 0)');

  // It stays for a few seconds: it is looked for while the fan still pays.
  const fan = await walk.another();
  const colourOf = `const shown = document.querySelector(arguments[0]);
    return shown?.innerText.includes(arguments[1]) && getComputedStyle(shown).borderInlineStartColor`;
  const [colour] = await Promise.all([
    scene.until<string>(colourOf, [alert, 'Kim <b> sent $5.00'], 120_000),
    tipFrom(fan, siteOf(owner, addresses), { amount: '$5.00', name: 'Kim <b>' }),
  ]);
  expect(colour).toBe('rgb(200, 10, 90)');
  await browser.find('button', 'Show again: Kim <b>', 30_000);

  // A refresh does not repeat it: the next alert is the test.
  await scene.reload();
  await opened();
  await browser.press('button', 'Large tip');
  const shown = `const texts = [...document.querySelectorAll(arguments[0])].map((card) => card.innerText);
    return texts.length > 0 && texts`;
  expect(await scene.until<readonly string[]>(shown, [alert], 30_000)).toEqual([
    expect.stringContaining('TEST'),
  ]);
});
