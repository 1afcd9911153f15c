import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasBackend, connect, restoreConnection, showScreen } from '../../testing/fake-screen';
import { makePublished } from '../../testing/fakes';
import { liveSite } from '../../testing/in-memory-backend';

afterEach(() => {
  cleanup();
  restoreConnection();
});

const code = async () => {
  const field = await screen.findByRole('textbox', { name: 'Embed code' });
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('The code stands in a text area');
  return field.value;
};

// Holds dash-085.
test('every choice changes the code at once', async () => {
  const { user } = showScreen('/share/embed', adasBackend());
  expect(await code()).toContain('<busker-card profile="ada" style=');
  await user.selectOptions(screen.getByLabelText('Layout'), 'button');
  await user.click(screen.getByRole('switch', { name: /Pay on Stripe/ }));
  fireEvent.change(screen.getByLabelText('Placement'), { target: { value: 'footer' } });
  expect(await code()).toContain(
    '<busker-card profile="ada" layout="button" pay="hosted" placement="footer" style=',
  );
});

// Holds dash-088.
test('shows this release’s script with its hash when the version is pinned', async () => {
  const fake = adasBackend();
  fake.failNext('pinnedScript', 'api/unreachable');
  const { user } = showScreen('/share/embed', fake);
  expect(await code()).toContain('src="https://busker.example/embed/v1.js"></script>');
  const pin = screen.getByRole('switch', { name: /Pin this version/ });
  await user.click(pin);
  await screen.findByText(/The server cannot be reached/);
  expect(await code()).toContain('/embed/v1.js"');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const pinned = 'src="https://busker.example/embed/1.2.3/busker.js" integrity="sha384-pinned"';
  await waitFor(async () => expect(await code()).toContain(pinned));
  await user.click(screen.getByRole('tab', { name: 'React' }));
  await waitFor(async () => expect(await code()).toContain(`${pinned} />`));
  await user.click(pin);
  await waitFor(async () => expect(await code()).toContain('/embed/v1.js" />'));
});

test('offers new versions early, or one pinned version, never both', async () => {
  const { user } = showScreen('/share/embed', adasBackend());
  const early = await screen.findByRole('switch', { name: /Get new versions early/ });
  const pin = screen.getByRole('switch', { name: /Pin this version/ });
  await user.click(early);
  expect(await code()).toContain('src="https://busker.example/embed/next.js"></script>');
  await user.click(pin);
  await waitFor(async () => expect(await code()).toContain('/embed/1.2.3/busker.js'));
  expect(early).toHaveProperty('checked', false);
  await user.click(early);
  expect(await code()).toContain('/embed/next.js"');
  expect(pin).toHaveProperty('checked', false);
  await user.click(early);
  expect(await code()).toContain('/embed/v1.js"');
});

// Holds dash-090.
test('needs no Stripe source in the policy when fans pay on Stripe’s page', async () => {
  const { user } = showScreen('/share/embed', adasBackend());
  const policy = () => screen.getByRole('textbox', { name: 'Content-Security-Policy' }).textContent;
  await code();
  expect(policy()).toContain('https://js.stripe.com');
  await user.click(screen.getByRole('switch', { name: /Pay on Stripe/ }));
  expect(policy()).not.toContain('stripe');
});

// Holds dash-285.
test('shows settings and preview only beside the code of a card, and the settings before it', async () => {
  const { user } = showScreen('/share/embed', adasBackend());
  await code();
  const settings = () => screen.queryByRole('region', { name: /^This embed/ });
  const field = screen.getByRole('textbox', { name: 'Embed code' });
  expect(settings()?.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.selectOptions(screen.getByLabelText('Layout'), 'button');
  for (const [tab, shown] of [
    ['React', true],
    ['Frame', true],
    ['Badge', false],
    ['HTML', true],
  ] as const) {
    await user.click(screen.getByRole('tab', { name: tab }));
    await waitFor(() => expect(settings() !== null).toBe(shown));
    expect(screen.queryByRole('region', { name: 'Preview' }) !== null).toBe(shown);
  }
  expect(await code()).toContain('layout="button"');
});

// Holds dash-286.
test.each([
  ['/share/embed', false],
  ['/share/embed#rules', true],
])('the headers at %s stand behind “Advanced”', async (address, open) => {
  const { user } = showScreen(address, adasBackend());
  await code();
  const heading = screen.getByRole('heading', { name: 'Advanced: security headers' });
  const fold = heading.closest('details');
  expect(fold?.open).toBe(open);
  expect(fold?.textContent).toContain('Permissions-Policy');
  await user.click(heading);
  expect(fold?.open).toBe(!open);
});

// Holds web-049, dash-086.
test('offers every form of the code', async () => {
  const { user } = showScreen('/share/embed', adasBackend());
  await code();
  for (const [tab, part] of [
    ['React', 'export function TipCard()'],
    ['Frame', '<iframe src="https://busker.example/@ada/embed"'],
    ['Badge', '[![Tip Ada Lovelace](https://busker.example/@ada/badge.svg)](https://busker.example/@ada)'],
  ] as const) {
    await user.click(screen.getByRole('tab', { name: tab }));
    await waitFor(async () => expect(await code()).toContain(part));
  }
});

// Holds dash-1332.
test('has the address of the page, its QR code and the code for WordPress at one press each, without a tab', async () => {
  const { user } = showScreen('/share/embed', adasBackend());
  const panel = within(await screen.findByRole('region', { name: /^Address of your page/ }));
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Download PNG')).toBe('https://busker.example/@ada/qr.png?size=1024');
  await user.click(panel.getByRole('button', { name: 'Copy address' }));
  expect(await navigator.clipboard.readText()).toBe('https://busker.example/@ada');
  expect(href('Download the plugin')).toBe('https://busker.example/busker.zip');
  await user.click(screen.getByRole('button', { name: 'Copy code: WordPress' }));
  expect(await navigator.clipboard.readText()).toBe('[busker profile="ada"]');
});

// Holds dash-1118.
test('every form of the code leads to the owner’s own domain while the page is live there, and loads from the host', async () => {
  const fake = adasBackend();
  fake.published.set(makePublished({ domain: 'links.ada.example' }));
  const { user } = showScreen('/share/embed', fake);
  const own = 'https://links.ada.example/';
  await waitFor(async () => expect(await code()).toContain(`<a href="${own}">`));
  for (const [tab, part] of [
    ['React', `<a href="${own}">`],
    ['Frame', '<iframe src="https://busker.example/@ada/embed"'],
    ['Badge', `(https://busker.example/@ada/badge.svg)](${own})`],
  ] as const) {
    await user.click(screen.getByRole('tab', { name: tab }));
    await waitFor(async () => expect(await code()).toContain(part));
  }
  expect(await screen.findByRole('link', { name: own })).toHaveProperty('href', own);
  const png = screen.getByRole('link', { name: 'Download PNG' });
  expect(png.getAttribute('href')).toBe('https://busker.example/@ada/qr.png?size=1024');
  await user.click(screen.getByRole('switch', { name: /tip/i }));
  expect(await screen.findByRole('link', { name: 'https://busker.example/@ada/tip' })).toBeTruthy();
});

// Holds dash-091.
test('says that the card is live, or how to correct the page', async () => {
  const fake = adasBackend();
  const { user } = showScreen('/share/embed', fake);
  await user.type(await screen.findByLabelText('Page'), 'ada.example');
  await user.click(screen.getByRole('button', { name: 'Check my site' }));
  expect(await screen.findByText('It is live')).toBeDefined();
  const mended = "script-src 'self' https://busker.example";
  fake.siteCheck = liveSite({
    live: false,
    policies: [
      {
        from: 'header',
        policy: "script-src 'self'",
        missing: [{ directive: 'script-src', sources: ['https://busker.example'] }],
        needsNonce: false,
        mended,
      },
    ],
  });
  await user.click(screen.getByRole('button', { name: 'Check my site' }));
  expect(await screen.findByText('Not live yet')).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Corrected policy' }).textContent).toBe(mended);
});

test('shows an unreachable address as a result and a refused check as a failure', async () => {
  const fake = adasBackend();
  fake.siteCheck = liveSite({ live: false, failure: 'name-not-found', status: null });
  const { user } = showScreen('/share/embed', fake);
  await user.type(await screen.findByLabelText('Page'), 'ada.example');
  await user.click(screen.getByRole('button', { name: 'Check my site' }));
  expect(await screen.findByText('No site has this name.')).toBeDefined();
  fake.failNext('checkSite', 'api/too-many-requests');
  await user.click(screen.getByRole('button', { name: 'Check my site' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts');
});

// Holds dash-089.
test('shows no broken QR code: it waits for the connection, or offers to try again', async () => {
  const { user } = showScreen('/share/embed', adasBackend());
  await code();
  const drawn = () => screen.findByRole('img', { name: /^QR code of/ });
  connect(false);
  fireEvent.error(await drawn());
  expect(await screen.findByText('Waiting for a connection')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Download PNG' })).toHaveProperty('disabled', true);
  connect(true);
  fireEvent.error(await drawn());
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await drawn()).toBeDefined();
});
