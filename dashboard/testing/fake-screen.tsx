import type { Monthly } from '@busker/core/monthly/monthly';
import { Notifications, notifications } from '@mantine/notifications';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useEffect, type ReactNode } from 'react';
import { MemoryRouter, Outlet, Route, Routes, useLocation } from 'react-router';
import { App } from '../app';
import type { Failure } from '../data/failure';
import { DraftProvider } from '../draft/draft-provider';
import { FailureAlert } from '../feedback/failure-alert';
import { Texts } from '../messages/language-provider';
import { ownerScreens, Pages } from '../routes';
import { SecondStepGate } from '../second-step/second-step-gate';
import { useSession, StoreProvider } from '../session/session';
import { NewTips } from '../tips/new-tips';
import { UploadProvider } from '../uploads/uploads';
import { FakeBackend } from './fake-backend';
import { makeDraft, makePublished, makeUser, fakeSupporter, makePayments } from './fakes';
import { inMemoryBackend } from './in-memory-backend';

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

/** Ada's account is connected, and she has these supporters. */
export function backendWithSupporters(...supporters: readonly Partial<Monthly>[]) {
  const made = adasBackend();
  made.payments.set(makePayments({ accountId: 'acct_ada' }));
  const all = supporters.map(fakeSupporter);
  // The store has one document of each id. With two, React would warn and could mix up their rows.
  if (new Set(all.map(({ monthlyId }) => monthlyId)).size < all.length)
    throw new Error('Two of these supporters have the same monthlyId');
  made.supporters.set(all);
  return made;
}

/** The rows of the list on the screen. */
export const supporterRows = async () =>
  within(await screen.findByRole('list', { name: 'List of monthly fans' })).getAllByRole('listitem');
