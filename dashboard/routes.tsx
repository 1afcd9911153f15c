import { lazy, Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { CreateAccountScreen } from './features/sign-in/create-account-screen';
import { GuestGate } from './features/sign-in/guest-gate';
import { ResetScreen } from './features/sign-in/reset-screen';
import { SignInScreen } from './features/sign-in/sign-in-screen';
import { Texts } from './messages/language-provider';
import { CrashScreen, MissingScreen } from './ui/lost-screens';
import { WaitingPage } from './ui/whole-page';

const load = {
  gate: async () => ({ default: (await import('./features/shell/owner-gate')).OwnerGate }),
  profile: async () => ({ default: (await import('./features/profile/profile-screen')).ProfileScreen }),
  tips: async () => ({ default: (await import('./features/tips/tips-screen')).TipsScreen }),
  insights: async () => ({ default: (await import('./features/insights/insights-screen')).InsightsScreen }),
  payments: async () => ({ default: (await import('./features/payments/payments-screen')).PaymentsScreen }),
  embed: async () => ({ default: (await import('./features/embed/embed-screen')).EmbedScreen }),
  account: async () => ({ default: (await import('./features/account/account-screen')).AccountScreen }),
};
const PhoneScreen = lazy(async () => ({
  default: (await import('./features/sign-in/phone-screen')).PhoneScreen,
}));
const EmailLinkScreen = lazy(async () => ({
  default: (await import('./features/sign-in/email-link-screen')).EmailLinkScreen,
}));
const ActionScreen = lazy(async () => ({
  default: (await import('./features/mail-action/action-screen')).ActionScreen,
}));
const OwnerGate = lazy(load.gate);
const ProfileScreen = lazy(load.profile);
const TipsScreen = lazy(load.tips);
const InsightsScreen = lazy(load.insights);
const PaymentsScreen = lazy(load.payments);
const EmbedScreen = lazy(load.embed);
const AccountScreen = lazy(load.account);

/** Brings the code of the other screens while nothing else is to do, so that going there takes no loading. */
function usePrefetch(): void {
  useEffect(() => {
    const timer = setTimeout(
      () =>
        void Promise.allSettled([
          ...Object.values(load).map((screen) => screen()),
          import('./features/commands/command-layer'),
        ]),
      2500,
    );
    return () => clearTimeout(timer);
  }, []);
}

function OwnerPages() {
  usePrefetch();
  return (
    <Texts part="all" waiting={<WaitingPage />}>
      <OwnerGate />
    </Texts>
  );
}

/** Every page and its address. What a signed-in owner sees is loaded after the sign-in pages. */
export function Pages() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={CrashScreen} resetKeys={[pathname]}>
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
          <Route element={<OwnerPages />}>
            <Route path="/" element={<Navigate to="/profile" replace />} />
            <Route path="/profile" element={<ProfileScreen />} />
            <Route path="/tips" element={<TipsScreen />} />
            <Route path="/insights" element={<InsightsScreen />} />
            <Route path="/payments" element={<PaymentsScreen />} />
            <Route path="/embed" element={<EmbedScreen />} />
            <Route path="/account" element={<AccountScreen />} />
          </Route>
          <Route path="*" element={<MissingScreen />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
