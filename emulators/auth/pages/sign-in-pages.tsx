/** @jsxImportSource hono/jsx */
import type { OutgoingHttpHeaders } from 'node:http';
import type { Child } from 'hono/jsx';
import { documentOf } from '@busker/emulators/html';
import { isLoopbackHost } from '@busker/emulators/loopback';
import type { AgentProjectState, ProjectState, ProviderInfo } from '../vendor/auth-emulator.mjs';

export type PageScript = 'action' | 'outbox' | 'sign-in-window';

export const stylePath = '/__local/auth.css';
export const scriptPath = (name: PageScript): string => `/__local/scripts/${name}.js`;

export interface PageParts {
  readonly title: string;
  readonly body: Child;
  readonly script: PageScript | null;
}

/** The layout of every page of the local sign-in service. */
export function page({ title, body, script }: PageParts): string {
  return documentOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={stylePath} />
        {script === null ? null : <script src={scriptPath(script)} defer></script>}
      </head>
      <body>{body}</body>
    </html>,
  );
}

/** Pages of this machine, on any port. */
const localPages = 'http://localhost:* http://*.localhost:* http://127.0.0.1:*';

/** @param framed whether pages of this machine may frame it; public pages never may */
export const pageHeaders = (framed: 'by-local-pages' | 'never'): OutgoingHttpHeaders => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src 'self'; form-action 'none'",
    `base-uri 'none'; frame-ancestors ${framed === 'never' ? "'none'" : localPages}`,
  ].join('; '),
  'cross-origin-resource-policy': framed === 'never' ? 'same-origin' : 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

/** The HTML of a mail, in a frame of the outbox: no script runs, nothing is loaded, and no link of it opens. */
export const letterHeaders: OutgoingHttpHeaders = {
  ...pageHeaders('never'),
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
};

/** Whether a URL is on this machine. Our pages link to no other place. */
function leadsHere(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && isLoopbackHost(hostname);
}

const titles: Readonly<Record<string, string>> = {
  verifyEmail: 'Confirm your email address',
  verifyAndChangeEmail: 'Confirm your new email address',
  recoverEmail: 'Restore your old email address',
  resetPassword: 'Choose a new password',
};

const passwordForm: Child = (
  <form class="stack" hidden>
    <p class="soft">
      For <strong id="email"></strong>
    </p>
    <label>
      New password{' '}
      <input name="password" type="password" autocomplete="new-password" minlength={6} required />
    </label>
    <button class="button main">Save the new password</button>
  </form>
);

/**
 * The page behind links in emails, unless the project has its own, as on a hosted project. It confirms an address,
 * restores a changed one, or asks for a new password, and then links back to the app.
 */
export function actionPage(query: URLSearchParams): { status: number; text: string } {
  const mode = query.get('mode') ?? '';
  const title = Object.hasOwn(titles, mode) ? titles[mode] : undefined;
  if (title === undefined || !query.get('oobCode')) {
    const body = (
      <main class="panel narrow">
        <h1>This link is incomplete</h1>
        <p>Open it again from the outbox.</p>
      </main>
    );
    return { status: 400, text: page({ title: 'This link is incomplete', body, script: null }) };
  }
  const continueUrl = query.get('continueUrl') ?? '';
  const body = (
    <main
      class="panel narrow"
      data-mode={mode}
      data-code={query.get('oobCode') ?? ''}
      data-tenant-id={query.get('tenantId') ?? ''}
    >
      <h1>{title}</h1>
      {mode === 'resetPassword' ? passwordForm : null}
      <p id="done" role="status"></p>
      <p id="trouble" class="problem" role="alert"></p>
      {leadsHere(continueUrl) ? (
        <a class="button" href={continueUrl}>
          Back to the app
        </a>
      ) : null}
    </main>
  );
  return { status: 200, text: page({ title, body, script: 'action' }) };
}

const names: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'apple.com': 'Apple',
  'twitter.com': 'X',
  'github.com': 'GitHub',
  'facebook.com': 'Facebook',
  'microsoft.com': 'Microsoft',
  'yahoo.com': 'Yahoo',
};

/**
 * The name of an identity provider for people. `saml.` and `oidc.` providers have the name that the project gave
 * them.
 */
export function providerName(providerId: string): string {
  const known = names[providerId];
  if (known !== undefined) return known;
  const own = /^(saml|oidc)\.(.+)$/.exec(providerId);
  return own ? `${own[2] ?? ''} (${(own[1] ?? '').toUpperCase()})` : providerId;
}

/** Why the page cannot be shown, fit to be read by the developer whose page asked. */
class ChooserRefusal extends Error {}

function projectOf(state: AgentProjectState, tenantId: string | null): ProjectState {
  if (tenantId === null) return state;
  const tenant = state.tenantProjectForTenantId.get(tenantId);
  if (!tenant) throw new ChooserRefusal(`Unknown tenant ${tenantId}.`);
  return tenant;
}

function asked(query: URLSearchParams) {
  const need = (name: string): string => {
    const value = query.get(name);
    if (!value) throw new ChooserRefusal(`The URL of this page lacks ${name}.`);
    return value;
  };
  const redirectUrl = query.get('redirectUrl') ?? '';
  if (redirectUrl !== '' && !leadsHere(redirectUrl))
    throw new ChooserRefusal('The return page is not on this computer.');
  return {
    apiKey: need('apiKey'),
    appName: need('appName'),
    authType: need('authType'),
    providerId: need('providerId').toLowerCase(),
    eventId: query.get('eventId') ?? '',
    tenantId: query.get('tid'),
    redirectUrl,
  };
}

const initial = (text: string): string => Array.from(text.trim())[0]?.toUpperCase() ?? '?';

/** The buttons work once the script has loaded, which enables them: the page's policy forbids to send the form. */
function person({ rawId, displayName, screenName, email, photoUrl }: ProviderInfo): Child {
  const claims = { sub: rawId, name: displayName, screen_name: screenName, email, picture: photoUrl };
  const name = displayName ?? screenName ?? email ?? rawId;
  return (
    <li>
      <button type="button" class="person" disabled data-claims={JSON.stringify(claims)}>
        <span class="initial" aria-hidden="true">
          {initial(name)}
        </span>
        <span class="who">
          <strong>{name}</strong>
          <span class="soft">{email ?? 'no email address'}</span>
        </span>
      </button>
    </li>
  );
}

function form(provider: string, isSaml: boolean): Child {
  return (
    <form class="stack" novalidate>
      <label>
        Email <input name="email" type="email" autocomplete="off" spellcheck={false} autocapitalize="off" />
      </label>
      <label>
        Name <input name="name" autocomplete="off" />
      </label>
      <label>
        Screen name (optional){' '}
        <input name="screen_name" autocomplete="off" spellcheck={false} autocapitalize="off" />
      </label>
      <label>
        Picture URL (optional){' '}
        <input name="picture" type="url" autocomplete="off" spellcheck={false} autocapitalize="off" />
      </label>
      {isSaml ? null : (
        <label class="check">
          <input type="checkbox" name="verified" checked />
          <span>{provider} has verified this address</span>
        </label>
      )}
      <p class="problem" role="alert"></p>
      <button class="button main" disabled>
        Sign in with {provider}
      </button>
    </form>
  );
}

/**
 * The page that popup and redirect sign-ins open, in place of the identity provider's page. Its query comes from the
 * web SDK.
 */
export function chooserPage(
  state: AgentProjectState,
  query: URLSearchParams,
): { status: number; text: string } {
  try {
    return { status: 200, text: chooser(state, query) };
  } catch (error) {
    if (!(error instanceof ChooserRefusal)) throw error;
    const body = (
      <main class="panel narrow">
        <h1>Sign-in is not possible</h1>
        <p>{error.message}</p>
      </main>
    );
    return { status: 400, text: page({ title: 'Sign-in is not possible', body, script: null }) };
  }
}

function chooser(state: AgentProjectState, query: URLSearchParams): string {
  const { apiKey, appName, authType, providerId, eventId, tenantId, redirectUrl } = asked(query);
  const provider = providerName(providerId);
  const people = projectOf(state, tenantId).listProviderInfosByProviderId(providerId);
  const ask = form(provider, providerId.startsWith('saml.'));
  const body = (
    <main
      class="panel narrow"
      data-api-key={apiKey}
      data-app-name={appName}
      data-auth-type={authType}
      data-provider-id={providerId}
      data-event-id={eventId}
      data-tenant-id={tenantId ?? ''}
      data-redirect-url={redirectUrl}
    >
      <span class="badge">On this computer</span>
      <h1>Sign in with {provider}</h1>
      <p class="soft">
        This page stands in for {provider}.{' '}
        {people.length > 0 ? 'Choose an account.' : 'No account has signed in with it yet. Enter one.'}
      </p>
      {people.length === 0 ? (
        ask
      ) : (
        <>
          <ul class="people">{people.map(person)}</ul>
          <details>
            <summary>Use another account</summary>
            {ask}
          </details>
        </>
      )}
      <p class="problem" role="alert" id="trouble"></p>
      <button type="button" class="button" id="cancel">
        Cancel
      </button>
    </main>
  );
  return page({ title: `Sign in with ${provider}`, body, script: 'sign-in-window' });
}

/**
 * The hidden frame that the web SDK opens in the app's page. The account chooser sends the sign-in result to it, and
 * it passes the result on to the page. During a redirect it stores the result until the page is back.
 */
export const relayPage = page({ title: 'Sign-in frame', body: <></>, script: 'sign-in-window' });
