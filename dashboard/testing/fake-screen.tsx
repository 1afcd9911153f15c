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

// happy-dom has no layout. A menu whose button is outside the window is hidden, so window and buttons get a size.
for (const [side, length] of [
  ['clientWidth', 1024],
  ['clientHeight', 768],
] as const)
  Object.defineProperty(document.documentElement, side, { value: length, configurable: true });
HTMLButtonElement.prototype.getBoundingClientRect = () => new DOMRect(100, 100, 40, 40);

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

/** An item of the open menu. */
export const menuItem = (name: string) => screen.findByRole('menuitem', { name });
