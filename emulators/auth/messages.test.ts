import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type * as firebaseAuth from 'firebase/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuth, type LocalAuth } from './start-auth';
import { openApp, openTab, type OpenApp } from './testing/open-app';

declare const sdk: typeof firebaseAuth;
declare const auth: firebaseAuth.Auth;

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let dataDir = '';
let local: LocalAuth;
let app: OpenApp;
let person: BrowserContext;
let page: Page;
let outbox: Page;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'busker-messages-'));
  // Set before the app starts, because the links contain the app's port.
  const first = await startAuth({ port: 0, projectId: 'demo-busker', dataDir });
  app = await openApp(first.port);
  await first.close();
  local = await startAuth({
    port: first.port,
    projectId: 'demo-busker',
    dataDir,
    actionUrl: `${app.url}/auth/action`,
  });
});
beforeEach(async () => {
  person = await app.person();
  page = await openTab(person, app.url);
  outbox = await person.newPage();
  await outbox.goto(`${local.url}/__local/outbox`);
});
afterEach(() => person.close());
afterAll(async () => {
  await app.close();
  await local.close();
  await rm(dataDir, { recursive: true });
});

const messageTo = (to: string): Locator => outbox.getByRole('listitem').filter({ hasText: to });

/** Opens the link in the outbox and waits for the app's page. */
async function follow(to: string, action: string): Promise<Page> {
  const opened = outbox.waitForEvent('popup');
  await messageTo(to).getByRole('link', { name: action }).click();
  const tab = await opened;
  await tab.waitForFunction(() => 'auth' in window);
  expect(tab.url()).toContain(`${app.url}/auth/action?mode=`);
  return tab;
}

describe('the outbox page', () => {
  it('shows the link to sign in with', async () => {
    await page.evaluate(async (url) => {
      await sdk.sendSignInLinkToEmail(auth, 'link@example.com', { url, handleCodeInApp: true });
    }, `${app.url}/profile`);
    const tab = await follow('link@example.com', 'Sign in with this link');
    expect(new URL(tab.url()).searchParams.get('continueUrl')).toBe(`${app.url}/profile`);
    const email = await tab.evaluate(async () => {
      if (!sdk.isSignInWithEmailLink(auth, window.location.href)) return null;
      return (await sdk.signInWithEmailLink(auth, 'link@example.com', window.location.href)).user.email;
    });
    expect(email).toBe('link@example.com');
  });

  it('shows one email that confirms an address', async () => {
    await page.evaluate(async () => {
      const { user } = await sdk.createUserWithEmailAndPassword(auth, 'new@example.com', 'busker-demo');
      await sdk.sendEmailVerification(user);
    });
    const tab = await follow('new@example.com', 'Confirm this email address');
    const code = new URL(tab.url()).searchParams.get('oobCode') ?? '';
    await tab.evaluate((oobCode) => sdk.applyActionCode(auth, oobCode), code);
    const isVerified = await page.evaluate(async () => {
      await auth.currentUser?.reload();
      return auth.currentUser?.emailVerified;
    });
    expect(isVerified).toBe(true);
    await messageTo('new@example.com').getByText('Used').waitFor();
    expect(await messageTo('new@example.com').getByRole('link').count()).toBe(0);
  });

  it('shows the email for a new password', async () => {
    await page.evaluate(async () => {
      await sdk.createUserWithEmailAndPassword(auth, 'forgot@example.com', 'busker-demo');
      await sdk.sendPasswordResetEmail(auth, 'forgot@example.com');
    });
    const tab = await follow('forgot@example.com', 'Choose a new password');
    const uid = await tab.evaluate(
      async (code) => {
        await sdk.confirmPasswordReset(auth, code, 'another-one');
        return (await sdk.signInWithEmailAndPassword(auth, 'forgot@example.com', 'another-one')).user.uid;
      },
      new URL(tab.url()).searchParams.get('oobCode') ?? '',
    );
    expect(uid).toEqual(expect.any(String));
  });

  it('shows the confirmation of a new address, sent to the new address', async () => {
    await page.evaluate(async () => {
      const { user } = await sdk.createUserWithEmailAndPassword(auth, 'old@example.com', 'busker-demo');
      await sdk.verifyBeforeUpdateEmail(user, 'newer@example.com');
    });
    const tab = await follow('newer@example.com', 'Confirm the new email address');
    const code = new URL(tab.url()).searchParams.get('oobCode') ?? '';
    await tab.evaluate((oobCode) => sdk.applyActionCode(auth, oobCode), code);
    const uid = await tab.evaluate(
      async () => (await sdk.signInWithEmailAndPassword(auth, 'newer@example.com', 'busker-demo')).user.uid,
    );
    expect(uid).toEqual(expect.any(String));
  });

  it('shows the code for a phone number, and no captcha script is needed', async () => {
    await page.evaluate(async () => {
      const captcha = new sdk.RecaptchaVerifier(auth, 'captcha', { size: 'invisible' });
      const sent = await sdk.signInWithPhoneNumber(auth, '+15555550100', captcha);
      Object.assign(window, { sent });
    });
    const code = (await messageTo('+15555550100').locator('output').textContent()) ?? '';
    expect(code).toMatch(/^\d{6}$/);
    const phoneNumber = await page.evaluate(async (typed) => {
      const { sent } = window as unknown as { sent: firebaseAuth.ConfirmationResult };
      return (await sent.confirm(typed)).user.phoneNumber;
    }, code);
    expect(phoneNumber).toBe('+15555550100');
    await messageTo('+15555550100').getByText('Used').waitFor();
  });

  it('filters by recipient, and can be cleared', async () => {
    const send = (email: string) =>
      page.evaluate(
        (to) => sdk.sendSignInLinkToEmail(auth, to, { url: window.location.href, handleCodeInApp: true }),
        email,
      );
    await send('ida@example.com');
    await send('mo@example.com');
    await messageTo('ida@example.com').waitFor();
    await messageTo('mo@example.com').waitFor();
    await outbox.getByLabel('Show only messages to').fill('ida');
    expect(await messageTo('ida@example.com').isVisible()).toBe(true);
    expect(await messageTo('mo@example.com').isVisible()).toBe(false);
    await outbox.getByRole('button', { name: 'Clear the outbox' }).click();
    await outbox.getByRole('heading', { name: 'No messages yet' }).waitFor();
  });

  it('keeps its messages after a restart', async () => {
    await page.evaluate(() =>
      sdk.sendSignInLinkToEmail(auth, 'later@example.com', {
        url: window.location.href,
        handleCodeInApp: true,
      }),
    );
    const [before] = local.outbox.list();
    await local.close();
    local = await startAuth({
      port: local.port,
      projectId: 'demo-busker',
      dataDir,
      actionUrl: `${app.url}/auth/action`,
    });
    expect(local.outbox.list()[0]).toEqual(before);
    await messageTo('later@example.com').getByRole('link').waitFor();
  });
});

describe('the emulator’s action page, used when the app has none', () => {
  const own = async (to: string): Promise<string> => {
    await expect.poll(() => local.outbox.list().some(({ message }) => message.to === to)).toBe(true);
    const found = local.outbox.list().find(({ message }) => message.to === to)?.message;
    return `${local.url}/emulator/action${found?.kind === 'mail' ? new URL(found.link).search : ''}`;
  };

  it('confirms an address, links back to the app, and reports a used link', async () => {
    await page.evaluate(async (url) => {
      const { user } = await sdk.createUserWithEmailAndPassword(auth, 'plain@example.com', 'busker-demo');
      await sdk.sendEmailVerification(user, { url });
    }, `${app.url}/profile`);
    const link = await own('plain@example.com');
    await outbox.goto(link);
    await outbox.getByText('Your email address is confirmed.').waitFor();
    expect(await outbox.getByRole('link', { name: 'Back to the app' }).getAttribute('href')).toBe(
      `${app.url}/profile`,
    );
    await outbox.goto(link);
    await outbox.getByRole('alert').filter({ hasText: 'already used' }).waitFor();
  });

  it('asks for a new password', async () => {
    await page.evaluate(async () => {
      await sdk.createUserWithEmailAndPassword(auth, 'lost@example.com', 'busker-demo');
      await sdk.sendPasswordResetEmail(auth, 'lost@example.com');
    });
    await outbox.goto(await own('lost@example.com'));
    await outbox.getByText('For lost@example.com').waitFor();
    await outbox.getByLabel('New password').fill('found-again');
    await outbox.getByRole('button', { name: 'Save the new password' }).click();
    await outbox.getByText('Your new password is saved.').waitFor();
    const uid = await page.evaluate(
      async () => (await sdk.signInWithEmailAndPassword(auth, 'lost@example.com', 'found-again')).user.uid,
    );
    expect(uid).toEqual(expect.any(String));
  });
});

describe.each(['light', 'dark'] as const)('pages in %s', (colorScheme) => {
  it.each([
    ['the outbox', '/__local/outbox'],
    [
      'the account chooser',
      '/emulator/auth/handler?apiKey=a&appName=b&authType=signInViaPopup&providerId=google.com',
    ],
  ])('%s pass the accessibility check', async (_name, path) => {
    await page.evaluate(() =>
      sdk.sendSignInLinkToEmail(auth, 'eye@example.com', {
        url: window.location.href,
        handleCodeInApp: true,
      }),
    );
    await outbox.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await outbox.setViewportSize({ width: 320, height: 640 });
    await outbox.goto(`${local.url}${path}`);
    await outbox.evaluate(await readFile(axe, 'utf8'));
    const violations = await outbox.evaluate(async () => {
      const { axe: tool } = window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      return (await tool.run()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    });
    expect(violations).toEqual([]);
    expect(await outbox.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});

it('no request in these tests went to another machine', () => {
  expect(app.foreign).toEqual([]);
});
