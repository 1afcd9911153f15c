import '../../dashboard/ui/theme/styles';
import { useEffect, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { App } from '../../dashboard/app';
import { makeDraft, makePayments, makePublished, makeUser } from '../../dashboard/testing/fakes';
import { inMemoryBackend } from '../../dashboard/in-memory/in-memory-backend';
import { InMemoryWorld } from '../../dashboard/in-memory/in-memory-world';
import { rememberLanguage } from '../../dashboard/messages/language';
import { Pages } from '../../dashboard/routes';

export type Script = (world: InMemoryWorld) => void;

/** Ada, signed in, everything published, payments active. */
export const adaSignedIn: Script = (world) => {
  world.passwords.set('ada@example.com', 'busker-demo');
  world.signInAs(makeUser());
  world.serverDraft.set(makeDraft());
  world.published.set(makePublished());
  world.payments.set(makePayments());
};

/** The browser is offline too, because the banner and the waiting screens check it. */
function mirrorConnection(world: InMemoryWorld): () => void {
  const stop = world.online.watch((online) => {
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

/** The whole app at an address, with a prepared backend in memory. */
export function AppAt({
  address,
  scripts,
}: {
  readonly address: string;
  readonly scripts: readonly Script[];
}) {
  const [backend] = useState(() => {
    // A language that another story's owner chose would be used for this one too: the browser keeps it for all stories.
    rememberLanguage(null);
    const world = new InMemoryWorld();
    for (const script of scripts) script(world);
    return inMemoryBackend(world);
  });
  useEffect(() => mirrorConnection(backend.world), [backend]);
  return (
    <App backend={backend}>
      <MemoryRouter initialEntries={[address]}>
        <Pages />
      </MemoryRouter>
    </App>
  );
}

/** A story of one screen in one state. */
export const at = (address: string, ...scripts: Script[]) => ({
  render: () => <AppAt address={address} scripts={scripts} />,
});
