import { Navigate, type RouteObject } from 'react-router';
import { CreateAccountScreen } from './features/sign-in/create-account-screen';
import { GuestGate } from './features/sign-in/guest-gate';
import { ResetScreen } from './features/sign-in/reset-screen';
import { SignInScreen } from './features/sign-in/sign-in-screen';
import { WaitingPage } from './ui/whole-page';
import { CrashScreen, MissingScreen } from './ui/lost-screens';

/** Every page and its address. What a signed-in owner sees is loaded after the sign-in pages. */
export function makeRoutes(): RouteObject[] {
  return [
    {
      ErrorBoundary: CrashScreen,
      HydrateFallback: WaitingPage,
      children: [
        {
          Component: GuestGate,
          children: [
            { path: '/sign-in', Component: SignInScreen },
            { path: '/create-account', Component: CreateAccountScreen },
            { path: '/reset-password', Component: ResetScreen },
          ],
        },
        {
          lazy: async () => ({ Component: (await import('./features/shell/owner-gate')).OwnerGate }),
          children: [
            { path: '/', element: <Navigate to="/profile" replace /> },
            {
              path: '/profile',
              lazy: async () => ({
                Component: (await import('./features/profile/profile-screen')).ProfileScreen,
              }),
            },
            {
              path: '/tips',
              lazy: async () => ({ Component: (await import('./features/tips/tips-screen')).TipsScreen }),
            },
            {
              path: '/embed',
              lazy: async () => ({ Component: (await import('./features/embed/embed-screen')).EmbedScreen }),
            },
          ],
        },
        { path: '*', Component: MissingScreen },
      ],
    },
  ];
}
