import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type * as firebaseAuth from 'firebase/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LocalAuth, startAuth } from './start-auth';
import { openApp, type OpenApp, openTab } from './testing/open-app';
import { createRequire } from 'node:module';

declare const sdk: typeof firebaseAuth;
declare const auth: firebaseAuth.Auth;

describe('sign-in windows', () => {
  let dataDir = '';
  let local: LocalAuth;
  let app: OpenApp;
  let person: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'busker-providers-'));
    local = await startAuth({ port: 0, projectId: 'demo-busker', dataDir });
    app = await openApp(local.port);
  });
  beforeEach(async () => {
    person = await app.person();
    page = await openTab(person, app.url);
  });
  afterEach(() => person.close());
  afterAll(async () => {
    await app.close();
    await local.close();
    await rm(dataDir, { recursive: true });
  });

  interface Outcome {
    readonly uid?: string;
    readonly email?: string | null;
    readonly name?: string | null;
    readonly picture?: string | null;
    /** The name on the provider's site, such as a GitHub login. */
    readonly screenName?: string | null;
    readonly providers?: readonly string[];
    readonly code?: string;
  }
  type Act = 'signInWithPopup' | 'linkWithPopup' | 'reauthenticateWithPopup';

  /** Starts the sign-in in the page, and returns its result after the window was used. */
  async function popup(
    providerId: string,
    act: Act = 'signInWithPopup',
  ): Promise<{ chooser: Page; outcome: Promise<Outcome> }> {
    const opened = page.waitForEvent('popup');
    const outcome = page.evaluate(
      async ({ id, name }): Promise<Outcome> => {
        const provider = id.startsWith('saml.') ? new sdk.SAMLAuthProvider(id) : new sdk.OAuthProvider(id);
        try {
          const credential =
            name === 'signInWithPopup'
              ? await sdk.signInWithPopup(auth, provider)
              : await sdk[name](auth.currentUser as firebaseAuth.User, provider);
          const { user } = credential;
          const providers = user.providerData.map(({ providerId: each }) => each);
          const screenName = sdk.getAdditionalUserInfo(credential)?.username ?? null;
          const { uid, email, displayName, photoURL: picture } = user;
          return { uid, email, name: displayName, picture, screenName, providers };
        } catch (error) {
          return { code: (error as { code: string }).code };
        }
      },
      { id: providerId, name: act },
    );
    return { chooser: await opened, outcome };
  }

  /** The form for an account that is not in the list. Without accounts there is only the form. */
  async function openForm(chooser: Page): Promise<void> {
    const other = chooser.getByText('Use another account');
    await chooser.getByRole('heading', { name: 'Sign in with' }).waitFor();
    if (await other.isVisible()) await other.click();
  }

  interface Introduced {
    readonly email: string;
    readonly name: string;
    readonly verified?: boolean;
    readonly screenName?: string;
    readonly picture?: string;
  }

  const field = (chooser: Page, name: string) => chooser.getByLabel(name, { exact: true });

  async function introduce(
    chooser: Page,
    { email, name, verified = true, screenName = '', picture = '' }: Introduced,
  ) {
    await openForm(chooser);
    await field(chooser, 'Email').fill(email);
    await field(chooser, 'Name').fill(name);
    await field(chooser, 'Screen name (optional)').fill(screenName);
    await field(chooser, 'Picture URL (optional)').fill(picture);
    if (!verified) await chooser.getByRole('checkbox').uncheck();
    await chooser.getByRole('button', { name: 'Sign in with' }).click();
  }

  describe('a sign-in window without internet access', () => {
    it.each([
      ['google.com', 'Google'],
      ['apple.com', 'Apple'],
      ['twitter.com', 'X'],
      ['github.com', 'GitHub'],
      ['facebook.com', 'Facebook'],
      ['saml.acme', 'acme (SAML)'],
      ['oidc.acme', 'acme (OIDC)'],
    ])('signs in with %s', async (providerId, name) => {
      const { chooser, outcome } = await popup(providerId);
      await chooser.getByRole('heading', { name: `Sign in with ${name}`, exact: true }).waitFor();
      const email = `joan-${providerId}@example.com`;
      await introduce(chooser, { email, name: 'Joan Doe' });
      expect(await outcome).toMatchObject({ email, providers: [providerId] });
      await expect.poll(() => chooser.isClosed()).toBe(true);
    });

    it('offers accounts that have signed in before', async () => {
      const first = await popup('google.com');
      await introduce(first.chooser, { email: 'again@example.com', name: 'Ida Again' });
      const { uid } = await first.outcome;
      await page.evaluate(() => sdk.signOut(auth));
      const second = await popup('google.com');
      await second.chooser.getByRole('button', { name: 'Ida Again again@example.com' }).click();
      expect(await second.outcome).toMatchObject({ uid, name: 'Ida Again' });
    });

    const picture = 'http://localhost:4100/img/photographer.png';

    it.each(['github.com', 'twitter.com'])(
      'gives the app a picture and a screen name, as %s would',
      async (providerId) => {
        const { chooser, outcome } = await popup(providerId);
        const email = `seen-${providerId}@example.com`;
        await introduce(chooser, { email, name: 'Seen', screenName: 'seen-here', picture });
        expect(await outcome).toMatchObject({ picture, screenName: 'seen-here' });
      },
    );

    it('fills in what it knows about the account when its address is typed', async () => {
      const email = 'known@example.com';
      const first = await popup('google.com');
      await introduce(first.chooser, { email, name: 'Known', screenName: 'known-here', picture });
      const { uid } = await first.outcome;
      const { chooser, outcome } = await popup('google.com');
      await openForm(chooser);
      await field(chooser, 'Email').fill('Known@Example.com');
      await field(chooser, 'Email').blur();
      const filled = async () =>
        Promise.all(
          ['Name', 'Screen name (optional)', 'Picture URL (optional)'].map((name) =>
            field(chooser, name).inputValue(),
          ),
        );
      expect(await filled()).toEqual(['Known', 'known-here', picture]);
      await field(chooser, 'Email').fill('somebody-else@example.com');
      await field(chooser, 'Email').blur();
      expect(await filled()).toEqual(['', '', '']);
      await field(chooser, 'Email').fill(email);
      await chooser.getByRole('button', { name: 'Sign in with Google' }).click();
      expect(await outcome).toMatchObject({ uid, name: 'Known', picture });
    });

    it("keeps a guest's account when it is linked", async () => {
      const guest = await page.evaluate(async () => (await sdk.signInAnonymously(auth)).user.uid);
      const { chooser, outcome } = await popup('github.com', 'linkWithPopup');
      await introduce(chooser, { email: 'guest@example.com', name: 'Was a Guest' });
      expect(await outcome).toMatchObject({ uid: guest, providers: ['github.com'] });
    });

    it('reauthenticates', async () => {
      const first = await popup('apple.com');
      await introduce(first.chooser, { email: 'careful@example.com', name: 'Careful' });
      const { uid } = await first.outcome;
      const { chooser, outcome } = await popup('apple.com', 'reauthenticateWithPopup');
      await chooser.getByRole('button', { name: 'Careful careful@example.com' }).click();
      expect(await outcome).toMatchObject({ uid });
    });

    it('reports a canceled sign-in and a closed window', async () => {
      const cancelled = await popup('google.com');
      await cancelled.chooser.getByRole('button', { name: 'Cancel' }).click();
      expect(await cancelled.outcome).toEqual({ code: 'auth/user-cancelled' });
      const closed = await popup('google.com');
      await closed.chooser.getByRole('button', { name: 'Cancel' }).waitFor();
      await closed.chooser.close();
      expect(await closed.outcome).toEqual({ code: 'auth/popup-closed-by-user' });
    });

    it('does not link an account to an email address that its provider has not verified', async () => {
      await page.evaluate(() => sdk.createUserWithEmailAndPassword(auth, 'owner@example.com', 'busker-demo'));
      const { chooser, outcome } = await popup('facebook.com');
      await introduce(chooser, { email: 'owner@example.com', name: 'Owner', verified: false });
      expect(await outcome).toEqual({ code: 'auth/account-exists-with-different-credential' });
    });

    it('asks again for missing or invalid input', async () => {
      const { chooser, outcome } = await popup('twitter.com');
      await openForm(chooser);
      await chooser.getByRole('button', { name: 'Sign in with X' }).click();
      expect(await chooser.getByText('Enter an email address or a name.').isVisible()).toBe(true);
      await field(chooser, 'Email').fill('not an email');
      await chooser.getByRole('button', { name: 'Sign in with X' }).click();
      expect(await chooser.getByText('Enter a valid email address.').isVisible()).toBe(true);
      await field(chooser, 'Email').fill('');
      await field(chooser, 'Name').fill('No Address');
      await field(chooser, 'Picture URL (optional)').fill('javascript:alert(1)');
      await chooser.getByRole('button', { name: 'Sign in with X' }).click();
      expect(await chooser.getByText('Enter a picture URL that starts with http').isVisible()).toBe(true);
      await field(chooser, 'Picture URL (optional)').fill('');
      await chooser.getByRole('button', { name: 'Sign in with X' }).click();
      expect(await outcome).toMatchObject({ name: 'No Address', email: null });
    });
  });

  describe('a redirect sign-in without internet access', () => {
    it('opens the account chooser and returns to the app, signed in', async () => {
      await page.evaluate(() => void sdk.signInWithRedirect(auth, new sdk.TwitterAuthProvider()));
      await page.getByRole('heading', { name: 'Sign in with X' }).waitFor();
      const picture = 'http://localhost:4100/img/far.png';
      await introduce(page, { email: 'far@example.com', name: 'From Afar', screenName: 'far-out', picture });
      await page.waitForURL(`${app.url}/`);
      await page.waitForFunction(() => 'auth' in window);
      const user = await page.evaluate(async () => {
        const result = await sdk.getRedirectResult(auth);
        const screenName = result && sdk.getAdditionalUserInfo(result)?.username;
        return { email: result?.user.email, picture: result?.user.photoURL, screenName };
      });
      expect(user).toEqual({ email: 'far@example.com', picture, screenName: 'far-out' });
    });

    it('refuses a return URL that is not on this machine', async () => {
      const query = 'apiKey=local&appName=x&authType=signInViaRedirect&providerId=google.com';
      for (const address of ['https://evil.example/', 'javascript:alert(1)']) {
        const answer = await fetch(
          `${local.url}/emulator/auth/handler?${query}&redirectUrl=${encodeURIComponent(address)}`,
        );
        expect(answer.status).toBe(400);
        expect(await answer.text()).not.toContain('evil.example');
      }
    });
  });

  it('no request in these tests went to another machine', () => {
    expect(app.foreign).toEqual([]);
  });
});

describe('mails and text messages', () => {
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
      expect(await outbox.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
        true,
      );
    });
  });

  it('no request in these tests went to another machine', () => {
    expect(app.foreign).toEqual([]);
  });
});
