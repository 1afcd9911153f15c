import { isToFrame, redirectKey, type AuthEvent, type FromFrame } from './frame-messages';

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
