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
import { useSession } from './session/session';
import { movedAddress, movedScreens, shapeOf } from './navigation/addresses';

const load = {
  gate: async () => (await import('./shell/owner-gate')).OwnerGate,
  profile: async () => (await import('./features/profile/profile-screen')).ProfileScreen,
  tips: async () => (await import('./features/tips/tips-screen')).TipsScreen,
  review: async () => (await import('./features/tips/review-screen')).ReviewScreen,
  supporters: async () => (await import('./features/supporters/supporters-screen')).SupportersScreen,
  books: async () => (await import('./features/books/books-screen')).BooksScreen,
  insights: async () => (await import('./features/insights/insights-screen')).InsightsScreen,
  payments: async () => (await import('./features/payments/payments-screen')).PaymentsScreen,
  amounts: async () => (await import('./features/payments/payments-screen')).AmountsScreen,
  thanks: async () => (await import('./features/payments/payments-screen')).ThanksScreen,
  sites: async () => (await import('./features/payments/payments-screen')).SitesScreen,
  domain: async () => (await import('./features/domain/domain-screen')).DomainScreen,
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
const StartScreen = later(async () => (await import('./features/start/start-screen')).StartScreen);
const OwnerGate = later(load.gate);
const ProfileScreen = later(load.profile);
const TipsScreen = later(load.tips);
const ReviewScreen = later(load.review);
const SupportersScreen = later(load.supporters);
const BooksScreen = later(load.books);
const InsightsScreen = later(load.insights);
const PaymentsScreen = later(load.payments);
const AmountsScreen = later(load.amounts);
const ThanksScreen = later(load.thanks);
const SitesScreen = later(load.sites);
const DomainScreen = later(load.domain);
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

/** Leads on from an address of an earlier release. */
const Moved = () => <Navigate to={movedAddress(useLocation())} replace />;

/** The screens of a signed-in owner and their addresses, without the frame around them. */
export const ownerScreens = (
  <>
    <Route path="/page/profile" element={<ProfileScreen />} />
    <Route path="/page/amounts" element={<AmountsScreen />} />
    <Route path="/page/thanks" element={<ThanksScreen />} />
    <Route path="/money/tips" element={<TipsScreen />} />
    <Route path="/money/review" element={<ReviewScreen />} />
    <Route path="/money/monthly" element={<SupportersScreen />} />
    <Route path="/money/payouts" element={<PayoutsScreen />} />
    <Route path="/money/books" element={<BooksScreen />} />
    <Route path="/insights" element={<InsightsScreen />} />
    <Route path="/share/embed" element={<EmbedScreen />} />
    <Route path="/share/kit" element={<KitScreen />} />
    <Route path="/share/stream" element={<StreamScreen />} />
    <Route path="/settings/payments" element={<PaymentsScreen />} />
    <Route path="/settings/ways" element={<MethodsScreen />} />
    <Route path="/settings/sites" element={<SitesScreen />} />
    <Route path="/settings/domain" element={<DomainScreen />} />
    <Route path="/settings/notifications" element={<NotificationsScreen />} />
    <Route path="/settings/account" element={<AccountScreen />} />
    <Route path="/moderation" element={<ModerationScreen />} />
    {Object.keys(movedScreens)
      .filter((address) => !address.includes('#'))
      .map((path) => (
        <Route key={path} path={path} element={<Moved />} />
      ))}
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

/** `/`: the owner's first screen, or what Busker is. An installed app begins at `/?app`, and its owner knows that. */
function StartPage() {
  const session = useSession();
  const at = useLocation();
  if (session.kind === 'starting') return <WaitingPage />;
  if (session.kind === 'signed-in') return <Navigate to={movedAddress(at)} replace />;
  if (session.reason === 'user-disabled' || session.reason === 'user-token-expired' || at.search !== '')
    return <Navigate to="/sign-in" replace />;
  return (
    <Texts part="all" waiting={<WaitingPage />}>
      <StartScreen />
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
            <Route path="/" element={<StartPage />} />
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
