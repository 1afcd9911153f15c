import { framePath, redirectKey, type AuthEvent, type ToFrame } from './frame-messages';

/** The chosen account, as claims of the provider's ID token. The emulator accepts it without a signature. */
interface Claims {
  readonly sub: string;
  readonly name?: string;
  readonly screen_name?: string;
  readonly email?: string;
  readonly picture?: string;
  readonly email_verified?: boolean;
}

const main = document.querySelector('main');
const {
  apiKey = '',
  appName = '',
  authType = '',
  providerId = '',
  eventId = '',
  tenantId = '',
  redirectUrl = '',
} = main?.dataset ?? {};

/** The SDK's hidden frame in the page that opened this window. */
function relayFrame(): Window | null {
  const { opener } = window as { opener: Window | null };
  for (let index = 0; index < (opener?.frames.length ?? 0); index += 1) {
    const frame = opener?.frames[index];
    try {
      const query = new URLSearchParams(frame?.location.search);
      const isOurs =
        frame?.location.origin === window.location.origin && frame.location.pathname === framePath;
      if (isOurs && query.get('apiKey') === apiKey && query.get('appName') === appName) return frame;
    } catch {
      // A frame of another origin is not the SDK's.
    }
  }
  return null;
}

function hand(event: AuthEvent): void {
  if (/popup/i.test(authType)) {
    const frame = relayFrame();
    const message: ToFrame = { to: 'auth-frame', kind: 'chosen', event };
    if (frame) frame.postMessage(message, window.location.origin);
    else say('The page that requested this sign-in was closed. Close this window and start again.');
  } else if (redirectUrl === '') {
    say('No page requested this sign-in. Close this window and start again.');
  } else {
    window.sessionStorage.setItem(redirectKey(apiKey, appName), JSON.stringify(event));
    window.location.assign(redirectUrl);
  }
}

function say(sentence: string): void {
  const place = document.getElementById('trouble');
  if (place) place.textContent = sentence;
}

const empty = { type: authType, eventId, sessionId: 'local', postBody: null, tenantId: tenantId || null };

function finish(claims: Claims): void {
  const answer = new URL(window.location.pathname, window.location.origin);
  const token = { iss: '', aud: '', exp: 0, iat: 0, email_verified: true, ...claims };
  answer.searchParams.set('providerId', providerId);
  answer.searchParams.set('id_token', JSON.stringify(token));
  if (providerId.startsWith('saml.')) {
    const assertion = {
      subject: { nameId: claims.email ?? claims.sub },
      attributeStatements: { name: claims.name ?? '' },
    };
    answer.searchParams.set('SAMLResponse', JSON.stringify({ assertion }));
  }
  hand({ ...empty, urlResponse: answer.href });
}

/** The same email address at the same provider is the same account. */
async function idOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`${providerId} ${text.toLowerCase()}`),
  );
  const digits = [...new Uint8Array(hash)].map((byte) => byte % 10).join('');
  return digits.slice(0, 21);
}

const form = document.querySelector('form');
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const field = (name: string): string => {
    const value = new FormData(form).get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const [email, name] = [field('email'), field('name')];
  const problem = form.querySelector('.problem');
  const isWrong = email === '' ? name === '' : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  if (isWrong) {
    if (problem)
      problem.textContent =
        email === '' ? 'Enter an email address or a name.' : 'Enter a valid email address.';
    form.querySelector('input')?.focus();
    return;
  }
  const verified = providerId.startsWith('saml.') || field('verified') !== '';
  void idOf(email || name).then((sub) =>
    finish({ sub, ...(name && { name }), ...(email && { email, email_verified: verified }) }),
  );
});

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-claims]'))
  button.addEventListener('click', () => finish(JSON.parse(button.dataset['claims'] ?? '{}') as Claims));

document.getElementById('cancel')?.addEventListener('click', () => {
  const error = { code: 'auth/user-cancelled', message: 'The sign-in was canceled.' };
  hand({ ...empty, urlResponse: null, error });
});

for (const button of document.querySelectorAll<HTMLButtonElement>('button:disabled')) button.disabled = false;
document.querySelector<HTMLElement>('[data-claims], input')?.focus();
