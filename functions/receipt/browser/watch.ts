import type { Receipt } from '../receipt';

/** The texts of the watch in the script. The owner's name is in the receipt. */
export interface WatchScriptTexts {
  readonly asking: string;
  readonly off: string;
  readonly blocked: string;
  readonly copied: string;
  readonly mailSent: string;
  readonly failed: string;
}

export interface WatchParts {
  readonly page: Window & typeof globalThis;
  readonly texts: WatchScriptTexts;
  readonly find: (id: string) => HTMLElement;
  readonly say: (id: string, text: string) => void;
  readonly call: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Reads the receipt again, when the owner has answered. */
  readonly answered: () => void;
  /** The address of the receipt with its token. */
  readonly link: string;
}

/**
 * "Tell me once if Ada answers", and the link for those who come back by themselves. Returns what shows it for a receipt.
 */
export function watchForAnswer({ page, texts, find, say, call, answered, link }: WatchParts) {
  type State = 'off' | 'asking' | 'on' | 'blocked' | 'failed';
  const { navigator } = page;
  const button = find('watch-button') as HTMLButtonElement;
  let watch: Receipt['watch'] = null;
  let state: State = 'off';
  /** The endpoint that gets the message. */
  let endpoint = '';

  // An iPhone has no push in a tab.
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in page && 'Notification' in page;

  const show = (next: State) => {
    state = next;
    button.hidden = !hasPush || watch === null || watch.key === null;
    button.textContent = state === 'on' ? texts.off : (watch?.offer ?? '');
    button.disabled = state === 'asking';
    const { asking, blocked, failed } = texts;
    say('watch-state', { off: '', asking, on: watch?.on ?? '', blocked, failed }[state]);
  };

  /** Some browsers never answer while there is no way to their push service (ungoogled-chromium#3770). */
  const inTime = <T>(work: Promise<T>): Promise<T> =>
    Promise.race([
      work,
      new Promise<never>((_, late) => {
        page.setTimeout(() => late(new Error('Too late')), 10_000);
      }),
    ]);

  const subscribe = async (applicationServerKey: string): Promise<PushSubscription> => {
    await navigator.serviceWorker.register('/t/watch-worker.js', { updateViaCache: 'none' });
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey };
    return pushManager.subscribe(options).catch(async (error: unknown) => {
      // One that was made with an older key of the host.
      const older = await pushManager.getSubscription();
      if (older === null) throw error;
      await older.unsubscribe();
      return pushManager.subscribe(options);
    });
  };

  const turnOn = async (key: string) => {
    show('asking');
    const permission = await page.Notification.requestPermission();
    if (permission !== 'granted') return show(permission === 'denied' ? 'blocked' : 'off');
    const made = await inTime(subscribe(key));
    const { keys } = made.toJSON();
    await call('PUT', '/watch', {
      subscription: { endpoint: made.endpoint, keys },
      lang: page.document.documentElement.lang,
    });
    endpoint = made.endpoint;
    return show('on');
  };

  // The browser keeps its subscription: other tips may use it.
  const turnOff = async () => {
    await call('DELETE', '/watch', { endpoint });
    show('off');
  };

  button.addEventListener('click', () => {
    const key = watch?.key;
    if (key == null || state === 'asking') return;
    const work = state === 'on' ? turnOff() : turnOn(key);
    work.catch(() => {
      say('problem', '');
      show('failed');
      // Perhaps the owner has answered in the meantime.
      answered();
    });
  });
  const mail = find('mail') as HTMLFormElement;
  const email = find('email') as HTMLInputElement;
  let isAsking = false;
  mail.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isAsking || email.value.trim() === '') return;
    isAsking = true;
    say('mail-state', '');
    say('problem', '');
    call('POST', '/watch/mail', { email: email.value, lang: page.document.documentElement.lang })
      .then(
        () => {
          email.value = '';
          say('mail-state', texts.mailSent);
        },
        (error: unknown) => {
          say('mail-state', error instanceof Error ? error.message : texts.failed);
          // Perhaps the owner has answered in the meantime.
          answered();
        },
      )
      .finally(() => {
        isAsking = false;
      });
  });
  find('copy-button').addEventListener('click', () => {
    // Without the clipboard the link is shown, so that it can be copied by hand.
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('No clipboard'));
    copied.then(
      () => say('copied', texts.copied),
      () => say('copied', link),
    );
  });
  if (hasPush)
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data === 'answered') answered();
    });

  return (receipt: Receipt) => {
    ({ watch } = receipt);
    find('watch').hidden = watch === null;
    mail.hidden = watch?.mail == null;
    find('mail-label').textContent = watch?.mail ?? '';
    show(state);
  };
}
