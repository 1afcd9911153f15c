import { Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import {
  CreateAccountScreen,
  GuestGate,
  ResetScreen,
  SignInScreen,
} from './features/sign-in/sign-in-screens';
import { Texts } from './messages/language-provider';
import { SecondStepGate } from './second-step/second-step-gate';
import { later } from './loading/later';
import { LoadBoundary } from './loading/load-boundary';
import { CrashScreen, MissingScreen, FailedPage, WaitingFrame, WaitingPage } from './page/page';
import { shapeOf } from './navigation/addresses';

const load = {
  gate: async () => (await import('./shell/owner-gate')).OwnerGate,
  profile: async () => (await import('./features/profile/profile-screen')).ProfileScreen,
  tips: async () => (await import('./features/tips/tips-screen')).TipsScreen,
  supporters: async () => (await import('./features/supporters/supporters-screen')).SupportersScreen,
  books: async () => (await import('./features/books/books-screen')).BooksScreen,
  insights: async () => (await import('./features/insights/insights-screen')).InsightsScreen,
  payments: async () => (await import('./features/payments/payments-screen')).PaymentsScreen,
  ways: async () => (await import('./features/payments/methods-screen')).MethodsScreen,
  payouts: async () => (await import('./features/payments/payouts-screen')).PayoutsScreen,
  notifications: async () =>
    (await import('./features/notifications/notifications-screen')).NotificationsScreen,
  embed: async () => (await import('./features/embed/embed-screen')).EmbedScreen,
  kit: async () => (await import('./features/gig-kit/kit-screen')).KitScreen,
  stream: async () => (await import('./features/stream/stream-screen')).StreamScreen,
  account: async () => (await import('./features/account/account-screen')).AccountScreen,
};
const PhoneScreen = later(
  async () => (await import('./features/sign-in/email-and-phone-screens')).PhoneScreen,
);
const EmailLinkScreen = later(
  async () => (await import('./features/sign-in/email-and-phone-screens')).EmailLinkScreen,
);
const ActionScreen = later(async () => (await import('./features/sign-in/action-screen')).ActionScreen);
const OwnerGate = later(load.gate);
const ProfileScreen = later(load.profile);
const TipsScreen = later(load.tips);
const SupportersScreen = later(load.supporters);
const BooksScreen = later(load.books);
const InsightsScreen = later(load.insights);
const PaymentsScreen = later(load.payments);
const MethodsScreen = later(load.ways);
const PayoutsScreen = later(load.payouts);
const NotificationsScreen = later(load.notifications);
const EmbedScreen = later(load.embed);
const KitScreen = later(load.kit);
const StreamScreen = later(load.stream);
const AccountScreen = later(load.account);
// This screen is not prefetched, because few owners moderate.
const ModerationScreen = later(
  async () => (await import('./features/moderation/moderation-screen')).ModerationScreen,
);

/** Loads the other screens' code while the browser is idle, so that navigation does not wait. */
function usePrefetch(): void {
  useEffect(() => {
    const timer = setTimeout(
      () =>
        void Promise.allSettled([
          ...Object.values(load).map((screen) => screen()),
          import('./features/commands/command-layer'),
          import('./features/profile/crop-dialog'),
          import('./features/profile/icon-dialog'),
        ]),
      2500,
    );
    return () => clearTimeout(timer);
  }, []);
}

/** The screens of a signed-in owner and their addresses, without the frame around them. */
export const ownerScreens = (
  <>
    <Route path="/" element={<Navigate to="/profile" replace />} />
    <Route path="/profile" element={<ProfileScreen />} />
    <Route path="/tips" element={<TipsScreen />} />
    <Route path="/tips/supporters" element={<SupportersScreen />} />
    <Route path="/books" element={<BooksScreen />} />
    <Route path="/insights" element={<InsightsScreen />} />
    <Route path="/payments" element={<PaymentsScreen />} />
    <Route path="/payments/payouts" element={<PayoutsScreen />} />
    <Route path="/payments/ways" element={<MethodsScreen />} />
    <Route path="/notifications" element={<NotificationsScreen />} />
    <Route path="/embed" element={<EmbedScreen />} />
    <Route path="/kit" element={<KitScreen />} />
    <Route path="/stream" element={<StreamScreen />} />
    <Route path="/moderation" element={<ModerationScreen />} />
    <Route path="/account" element={<AccountScreen />} />
  </>
);

function OwnerPages() {
  usePrefetch();
  const { pathname } = useLocation();
  return (
    <Texts part="all" waiting={<WaitingFrame shape={shapeOf(pathname)} />}>
      <OwnerGate />
    </Texts>
  );
}

/** Every page and its address. The owner's screens load after the sign-in pages. */
export function Pages() {
  const { pathname } = useLocation();
  return (
    <>
      <LoadBoundary at={pathname} crashed={<CrashScreen />} around={FailedPage}>
        <Suspense fallback={<WaitingPage />}>
          <Routes>
            <Route element={<GuestGate />}>
              <Route path="/sign-in" element={<SignInScreen />} />
              <Route path="/sign-in/link" element={<EmailLinkScreen />} />
              <Route path="/sign-in/phone" element={<PhoneScreen />} />
              <Route path="/create-account" element={<CreateAccountScreen />} />
              <Route path="/reset-password" element={<ResetScreen />} />
            </Route>
            <Route path="/auth/action" element={<ActionScreen />} />
            <Route element={<OwnerPages />}>{ownerScreens}</Route>
            <Route path="*" element={<MissingScreen />} />
          </Routes>
        </Suspense>
      </LoadBoundary>
      <SecondStepGate />
    </>
  );
}
