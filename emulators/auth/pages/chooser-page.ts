import type {
  AgentProjectState,
  ProjectState,
  ProviderInfo,
} from 'firebase-tools/lib/emulator/auth/state.js';
import { html, type Html } from '../../html';
import { leadsHere, page } from './page';
import { providerName } from './provider-name';

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
function person({ rawId, displayName, screenName, email, photoUrl }: ProviderInfo): Html {
  const claims = { sub: rawId, name: displayName, screen_name: screenName, email, picture: photoUrl };
  const name = displayName ?? screenName ?? email ?? rawId;
  return html`<li>
    <button type="button" class="person" disabled data-claims="${JSON.stringify(claims)}">
      <span class="initial" aria-hidden="true">${initial(name)}</span>
      <span class="who"
        ><strong>${name}</strong><span class="soft">${email ?? 'no email address'}</span></span
      >
    </button>
  </li>`;
}

function form(provider: string, isSaml: boolean): Html {
  return html`<form class="stack" novalidate>
    <label
      >Email <input name="email" type="email" autocomplete="off" spellcheck="false" autocapitalize="off"
    /></label>
    <label>Name <input name="name" autocomplete="off" /></label>
    <label
      >Screen name (optional)
      <input name="screen_name" autocomplete="off" spellcheck="false" autocapitalize="off"
    /></label>
    <label
      >Picture URL (optional)
      <input name="picture" type="url" autocomplete="off" spellcheck="false" autocapitalize="off"
    /></label>
    ${
      isSaml
        ? null
        : html`<label class="check">
            <input type="checkbox" name="verified" checked />
            <span>${provider} has verified this address</span>
          </label>`
    }
    <p class="problem" role="alert"></p>
    <button class="button main" disabled>Sign in with ${provider}</button>
  </form>`;
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
    const body = html`<main class="panel narrow">
      <h1>Sign-in is not possible</h1>
      <p>${error.message}</p>
    </main>`;
    return { status: 400, text: page({ title: 'Sign-in is not possible', body, script: null }) };
  }
}

function chooser(state: AgentProjectState, query: URLSearchParams): string {
  const { apiKey, appName, authType, providerId, eventId, tenantId, redirectUrl } = asked(query);
  const provider = providerName(providerId);
  const people = projectOf(state, tenantId).listProviderInfosByProviderId(providerId);
  const ask = form(provider, providerId.startsWith('saml.'));
  const body = html`<main
    class="panel narrow"
    data-api-key="${apiKey}"
    data-app-name="${appName}"
    data-auth-type="${authType}"
    data-provider-id="${providerId}"
    data-event-id="${eventId}"
    data-tenant-id="${tenantId ?? ''}"
    data-redirect-url="${redirectUrl}"
  >
    <span class="badge">On this computer</span>
    <h1>Sign in with ${provider}</h1>
    <p class="soft">
      This page stands in for ${provider}.
      ${people.length > 0 ? 'Choose an account.' : 'No account has signed in with it yet. Enter one.'}
    </p>
    ${
      people.length === 0
        ? ask
        : html`<ul class="people">
              ${people.map(person)}
            </ul>
            <details>
              <summary>Use another account</summary>
              ${ask}
            </details>`
    }
    <p class="problem" role="alert" id="trouble"></p>
    <button type="button" class="button" id="cancel">Cancel</button>
  </main>`;
  return page({ title: `Sign in with ${provider}`, body, script: 'chooser' });
}
