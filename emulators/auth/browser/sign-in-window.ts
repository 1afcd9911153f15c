/** The messages of the web SDK's popup and redirect flows, from the provider's page to the app's page. */
export interface AuthEvent {
  readonly type: string;
  readonly eventId: string | null;
  readonly urlResponse: string | null;
  readonly sessionId: string | null;
  readonly postBody: string | null;
  readonly tenantId: string | null;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Messages to the frame: from the page around it, and from the account chooser. */
export type ToFrame =
  | { readonly to: 'auth-frame'; readonly kind: 'hello' | 'listen' | 'storage' }
  | { readonly to: 'auth-frame'; readonly kind: 'chosen'; readonly event: AuthEvent };

/** Messages from the frame to the page around it. */
export type FromFrame =
  | { readonly from: 'auth-frame'; readonly kind: 'ready' }
  | { readonly from: 'auth-frame'; readonly kind: 'storage'; readonly works: boolean }
  | { readonly from: 'auth-frame'; readonly kind: 'event'; readonly event: AuthEvent };

const isToFrame = (data: unknown): data is ToFrame =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'to') === 'auth-frame';

/** The path of the frame, beside the account chooser. */
const framePath = '/emulator/auth/iframe';

/** The storage key of a pending event during a redirect. */
const redirectKey = (apiKey: string, appName: string): string => `auth-redirect:${apiKey}:${appName}`;

/** The chosen account, as claims of the provider's ID token. The emulator accepts it without a signature. */
interface Claims {
  readonly sub: string;
  readonly name?: string;
  readonly screen_name?: string;
  readonly email?: string;
  readonly picture?: string;
  readonly email_verified?: boolean;
}

/** The account chooser: hands the chosen account to the frame, or to the page that a redirect leads back to. */
function chooseAccount(): void {
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
    const token = {
      iss: '',
      aud: '',
      exp: 0,
      iat: 0,
      email_verified: true,
      // The SDK reads the user name of GitHub from this field of GitHub's own answer.
      ...(providerId === 'github.com' && claims.screen_name && { login: claims.screen_name }),
      ...claims,
    };
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

  /** The accounts that have signed in with this provider before. */
  const known = [...document.querySelectorAll<HTMLElement>('[data-claims]')].map(
    ({ dataset }) => JSON.parse(dataset['claims'] ?? '{}') as Claims,
  );
  const knownBy = (email: string): Claims | undefined =>
    email === '' ? undefined : known.find((claims) => claims.email?.toLowerCase() === email.toLowerCase());

  const form = document.querySelector('form');
  const input = (name: string) => form?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null;
  const typed = (name: string): string => input(name)?.value.trim() ?? '';

  /** The field that is wrong, and what to do about it. */
  function wrongField(): { readonly name: string; readonly say: string } | null {
    const [email, picture] = [typed('email'), typed('picture')];
    if (email === '' && typed('name') === '')
      return { name: 'email', say: 'Enter an email address or a name.' };
    if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
      return { name: 'email', say: 'Enter a valid email address.' };
    if (picture !== '' && !/^https?:\/\/[^\s/]+\S*$/i.test(picture))
      return { name: 'picture', say: 'Enter a picture URL that starts with http:// or https://.' };
    return null;
  }

  // A provider remembers its users: the address of a known account fills in the fields in which nothing was typed.
  input('email')?.addEventListener('change', () => {
    const account = knownBy(typed('email'));
    for (const name of ['name', 'screen_name', 'picture'] as const) {
      const field = input(name);
      if (!field || (field.value !== '' && field.value !== field.dataset['filled'])) continue;
      field.value = account?.[name] ?? '';
      field.dataset['filled'] = field.value;
    }
  });

  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const wrong = wrongField();
    if (wrong) {
      const problem = form.querySelector('.problem');
      if (problem) problem.textContent = wrong.say;
      input(wrong.name)?.focus();
      return;
    }
    const [email, name] = [typed('email'), typed('name')];
    const [screenName, picture] = [typed('screen_name'), typed('picture')];
    const verified = providerId.startsWith('saml.') || input('verified')?.checked === true;
    const id = knownBy(email)?.sub ?? idOf(email || name);
    void Promise.resolve(id).then((sub) =>
      finish({
        sub,
        ...(name && { name }),
        ...(screenName && { screen_name: screenName }),
        ...(picture && { picture }),
        ...(email && { email, email_verified: verified }),
      }),
    );
  });

  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-claims]'))
    button.addEventListener('click', () => finish(JSON.parse(button.dataset['claims'] ?? '{}') as Claims));

  document.getElementById('cancel')?.addEventListener('click', () => {
    const error = { code: 'auth/user-cancelled', message: 'The sign-in was canceled.' };
    hand({ ...empty, urlResponse: null, error });
  });

  for (const button of document.querySelectorAll<HTMLButtonElement>('button:disabled'))
    button.disabled = false;
  document.querySelector<HTMLElement>('[data-claims], input')?.focus();
}

/** The frame in the app's page: tells the page what the chooser said. */
function passOn(): void {
  const query = new URLSearchParams(window.location.search);
  const key = redirectKey(query.get('apiKey') ?? '', query.get('appName') ?? '');

  /** The SDK's code for "there was no redirect". */
  const nothing: AuthEvent = {
    type: 'unknown',
    eventId: null,
    urlResponse: null,
    sessionId: null,
    postBody: null,
    tenantId: null,
    error: { code: 'auth/no-auth-event', message: 'No sign-in is in progress.' },
  };

  /** The page around this frame, after its first message. The frame's policy allows only pages of this machine. */
  let pageOrigin: string | null = null;

  function say(message: FromFrame): void {
    if (pageOrigin !== null) window.parent.postMessage(message, pageOrigin);
  }

  function storageWorks(): boolean {
    try {
      window.sessionStorage.setItem(`${key}:try`, '1');
      window.sessionStorage.removeItem(`${key}:try`);
      return true;
    } catch {
      return false;
    }
  }

  function takeStored(): AuthEvent {
    if (!storageWorks()) return nothing;
    const stored = window.sessionStorage.getItem(key);
    window.sessionStorage.removeItem(key);
    return stored === null ? nothing : (JSON.parse(stored) as AuthEvent);
  }

  window.addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    if (!isToFrame(data)) return;
    if (data.kind === 'chosen') {
      // Only the account chooser, which has the same origin, may send the sign-in result.
      if (origin === window.location.origin) say({ from: 'auth-frame', kind: 'event', event: data.event });
      return;
    }
    if (source !== window.parent) return;
    pageOrigin = origin;
    if (data.kind === 'hello') say({ from: 'auth-frame', kind: 'ready' });
    if (data.kind === 'storage') say({ from: 'auth-frame', kind: 'storage', works: storageWorks() });
    if (data.kind === 'listen') say({ from: 'auth-frame', kind: 'event', event: takeStored() });
  });
}

if (window.location.pathname === framePath) passOn();
else chooseAccount();
