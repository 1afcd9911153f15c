import '@busker/dashboard/theme/styles';
import { useEffect, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { waitFor } from 'storybook/test';
import { App } from '@busker/dashboard/app';
import { makeDraft, makePayments, makePublished, makeUser } from '@busker/dashboard/testing/fakes';
import { inMemoryBackend } from '@busker/dashboard/testing/in-memory-backend';
import { FakeBackend } from '@busker/dashboard/testing/fake-backend';
import { rememberLanguage } from '@busker/dashboard/messages/language';
import { Pages } from '@busker/dashboard/routes';

export type Script = (fake: FakeBackend) => void;

/** Ada, signed in, everything published, payments active. */
export const adaSignedIn: Script = (fake) => {
  fake.passwords.set('ada@example.com', 'busker-demo');
  fake.signInAs(makeUser());
  fake.serverDraft.set(makeDraft());
  fake.published.set(makePublished());
  fake.payments.set(makePayments());
};

/** The browser is offline too, because the banner and the waiting screens check it. */
function mirrorConnection(fake: FakeBackend): () => void {
  const stop = fake.online.watch((online) => {
    if (online === navigator.onLine) return;
    if (online) Reflect.deleteProperty(navigator, 'onLine');
    else Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  });
  return () => {
    stop();
    Reflect.deleteProperty(navigator, 'onLine');
  };
}

interface AppAtProps {
  readonly address: string;
  readonly scripts: readonly Script[];
  /** The backend of the story, before the app begins. */
  readonly onStart: (fake: FakeBackend) => void;
}

/** The whole app at an address, with a prepared backend in memory. */
function AppAt({ address, scripts, onStart }: AppAtProps) {
  const [backend] = useState(() => {
    // A language that another story's owner chose would be used for this one too: the browser keeps it for all stories.
    rememberLanguage(null);
    const fake = new FakeBackend();
    for (const script of scripts) script(fake);
    onStart(fake);
    return inMemoryBackend(fake);
  });
  useEffect(() => mirrorConnection(backend.fake), [backend]);
  return (
    <App backend={backend}>
      <MemoryRouter initialEntries={[address]}>
        <Pages />
      </MemoryRouter>
    </App>
  );
}

/** The screen's title. Before the code of a screen has loaded, the page has the title of the app. */
const hasTitle = (page: Document): boolean =>
  [...page.querySelectorAll('h1')].some((title) => title.textContent !== 'Busker');

/** Without it axe would look at the skeleton of most screens: their code loads after the first render, their data after the code. */
async function screenIsHere(page: Document, { isWaiting }: { readonly isWaiting: boolean }): Promise<void> {
  await waitFor(
    () => {
      if (!hasTitle(page)) throw new Error('The page has no title of a screen');
      if (!isWaiting && page.querySelector('[role="status"] .mantine-Skeleton-root'))
        throw new Error('The page still shows a skeleton');
    },
    // The first story of a file loads the code of the dashboard. Only ends what hangs, before the test's own limit.
    { timeout: 50_000 },
  );
}

/** A story of one screen in one state. Its test looks at the screen, unless it holds an answer: then at what waits for that. */
export const at = (address: string, ...scripts: Script[]) => {
  let started: FakeBackend | null = null;
  return {
    render: () => <AppAt address={address} scripts={scripts} onStart={(fake) => (started = fake)} />,
    play: async ({ canvasElement }: { readonly canvasElement: HTMLElement }) => {
      if (started?.isHeld('watchDraft')) return;
      await screenIsHere(canvasElement.ownerDocument, { isWaiting: started?.holdsAny ?? false });
    },
  };
};
