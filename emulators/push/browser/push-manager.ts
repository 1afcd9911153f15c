/** A browser has a subscription for each worker: the dashboard's, and that of the receipts. */
const key = location.pathname.startsWith('/t/') ? 'busker-local-push-receipts' : 'busker-local-push';

interface Kept {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly vapidKey: string;
}

function kept(): Kept | null {
  const text = localStorage.getItem(key);
  // Only this script writes it.
  return text === null ? null : (JSON.parse(text) as Kept);
}

const bytesOf = (text: string): ArrayBuffer =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  ).buffer;

let listening: EventSource | null = null;

/** Hands each message to the worker. The message goes to every open page; only the one that holds the lock listens. */
function listen({ endpoint }: Kept): void {
  void navigator.locks.request(key, () => {
    if (kept()?.endpoint !== endpoint) return undefined;
    const source = new EventSource(endpoint);
    listening = source;
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const text: unknown = JSON.parse(data);
      void navigator.serviceWorker.ready.then(({ active }) =>
        active?.postMessage(typeof text === 'string' ? JSON.parse(text) : text),
      );
    };
    // Until the page closes.
    return new Promise(() => undefined);
  });
}

/** The part of a PushSubscription that pages use. */
function subscriptionOf(made: Kept) {
  const { endpoint, keys, vapidKey } = made;
  return {
    endpoint,
    expirationTime: null,
    options: { userVisibleOnly: true, applicationServerKey: bytesOf(vapidKey) },
    toJSON: () => ({ endpoint, keys }),
    async unsubscribe() {
      localStorage.removeItem(key);
      listening?.close();
      await fetch(endpoint, { method: 'DELETE' });
      return true;
    },
  };
}

function localPush(service: string): void {
  const subscribe = async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
    if (typeof applicationServerKey !== 'string') throw new TypeError('The key must be a text.');
    const known = kept();
    if (known?.vapidKey === applicationServerKey) return subscriptionOf(known);
    const answer = await fetch(`${service}/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ vapidKey: applicationServerKey }),
    });
    if (!answer.ok) throw new DOMException(await answer.text(), 'AbortError');
    const made = { ...((await answer.json()) as Omit<Kept, 'vapidKey'>), vapidKey: applicationServerKey };
    localStorage.setItem(key, JSON.stringify(made));
    listen(made);
    return subscriptionOf(made);
  };
  const getSubscription = () => {
    const known = kept();
    return Promise.resolve(known === null ? null : subscriptionOf(known));
  };
  Object.assign(PushManager.prototype, { subscribe, getSubscription });
  const known = kept();
  if (known !== null) listen(known);
}

/**
 * Runs in the pages of the local server, before their own scripts: the browser's push service needs the internet, so its methods are replaced by those of
 * the local push service. A page that is open hands the messages to the same worker that gets them on a host.
 */

const { currentScript } = document;
if (currentScript instanceof HTMLScriptElement && 'PushManager' in window)
  localPush(new URL(currentScript.src).origin);
