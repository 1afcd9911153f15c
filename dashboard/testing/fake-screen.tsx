import { Notifications, notifications } from '@mantine/notifications';
import { Suspense, useEffect, type ReactNode } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Outlet, Route, Routes, useLocation } from 'react-router';
import { App } from '../app';
import { DraftProvider } from '../draft/draft-provider';
import { UploadProvider } from '../uploads/uploads';
import { makeDraft, makePublished, makeUser } from './fakes';
import { inMemoryBackend } from './in-memory-backend';
import { FakeBackend } from './fake-backend';
import { Texts } from '../messages/language-provider';
import { ownerScreens, Pages } from '../routes';
import type { Failure } from '../data/failure';
import { SecondStepGate } from '../second-step/second-step-gate';
import { NewTips } from '../tips/new-tips';
import { useSession, StoreProvider } from '../session/session';
import { FailureAlert } from '../feedback/failure-alert';

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
export function adasBackend(): FakeBackend {
  const fake = new FakeBackend();
  fake.passwords.set('ada@example.com', 'busker-demo');
  fake.signInAs(makeUser());
  fake.serverDraft.set(makeDraft());
  fake.published.set(makePublished());
  return fake;
}

function show(address: string, fake: FakeBackend, pages: ReactNode) {
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
    <App backend={inMemoryBackend(fake)}>
      <MemoryRouter initialEntries={[address]}>
        {pages}
        <Where />
      </MemoryRouter>
    </App>,
  );
  return { whereAmI: () => here, user: userEvent.setup({ delay: null }) };
}

/** The whole app at an address, with a backend in memory. */
export const showApp = (address: string, fake: FakeBackend) => show(address, fake, <Pages />);

/** The providers around an owner's screen; only toasts are visible. */
function ScreenAlone() {
  const session = useSession();
  if (session.kind !== 'signed-in') return null;
  return (
    <StoreProvider key={session.user.uid} waiting={null} failed={failed}>
      <DraftProvider waiting={null} failed={failed}>
        <Notifications limit={4} />
        <UploadProvider>
          <NewTips onArrival={() => {}}>
            <main>
              <Suspense>
                <Outlet />
              </Suspense>
            </main>
          </NewTips>
        </UploadProvider>
      </DraftProvider>
    </StoreProvider>
  );
}
const failed = (failure: Failure, retry: () => void) => <FailureAlert failure={failure} onRetry={retry} />;

/**
 * An owner's screen at an address without the frame of the dashboard: no menus, notices, watches of the account or commands. Much cheaper than the whole
 * app, for tests of what happens in the screen.
 */
export const showScreen = (address: string, fake: FakeBackend) =>
  show(
    address,
    fake,
    <>
      <Texts part="all">
        <Routes>
          <Route element={<ScreenAlone />}>{ownerScreens}</Route>
        </Routes>
      </Texts>
      <SecondStepGate />
    </>,
  );

/** The browser goes offline or online. `restoreConnection` belongs in `afterEach`. */
export function connect(online: boolean): void {
  act(() => {
    Object.defineProperty(navigator, 'onLine', { value: online, configurable: true });
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  });
}
export const restoreConnection = (): void => void Reflect.deleteProperty(navigator, 'onLine');

/** An item of the open menu. */
export const menuItem = (name: string | RegExp) => screen.findByRole('menuitem', { name });
