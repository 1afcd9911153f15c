import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import '../shared/patient-queries';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { App } from '../app';
import { makeDraft, makePublished, makeUser } from './fakes';
import { inMemoryBackend } from '../in-memory/in-memory-backend';
import { InMemoryWorld } from '../in-memory/in-memory-world';
import { Pages } from '../routes';

// happy-dom has no font loading, to which an autosizing field listens.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

/** Ada, signed in, with everything published. */
export function adasWorld(): InMemoryWorld {
  const world = new InMemoryWorld();
  world.passwords.set('ada@example.com', 'busker-demo');
  world.signInAs(makeUser());
  world.serverDraft.set(makeDraft());
  world.published.set(makePublished());
  return world;
}

/** The whole app at an address, with a backend in memory. */
export function showApp(address: string, world: InMemoryWorld) {
  cleanup();
  notifications.clean();
  let here = address;
  function Where() {
    const { pathname, search } = useLocation();
    useEffect(() => {
      here = pathname + search;
    });
    return null;
  }
  render(
    <App backend={inMemoryBackend(world)}>
      <MemoryRouter initialEntries={[address]}>
        <Pages />
        <Where />
      </MemoryRouter>
    </App>,
  );
  return { whereAmI: () => here, user: userEvent.setup({ delay: null }) };
}

/** The browser goes offline or online. `restoreConnection` belongs in `afterEach`. */
export function connect(online: boolean): void {
  act(() => {
    Object.defineProperty(navigator, 'onLine', { value: online, configurable: true });
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  });
}
export const restoreConnection = (): void => void Reflect.deleteProperty(navigator, 'onLine');

/** An item of the open menu. Without layout in happy-dom, Mantine treats the menu's button as scrolled away and hides the menu. */
export const menuItem = (name: string) => screen.findByRole('menuitem', { name, hidden: true });
