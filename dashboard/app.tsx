import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { SWRConfig } from 'swr';
import type { Backend } from './backend';
import { en } from './messages/en';
import { cssVariables, theme } from './theme';
import { AnnouncerProvider } from './ui/announcer';
import { BackendProvider } from './use-backend';
import { SessionProvider } from './use-session';

interface AppProps {
  readonly backend: Backend;
  /** The router; below it every screen finds backend, session, texts and theme. */
  readonly children: ReactNode;
  /** Fixed by stories and tests; otherwise the owner's choice, at first the system's. */
  readonly colorScheme?: 'light' | 'dark';
}

export function App({ backend, children, colorScheme }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...(colorScheme ? { forceColorScheme: colorScheme } : {})}
    >
      <IntlProvider locale="en" messages={en}>
        <SWRConfig value={{ provider: () => new Map() }}>
          <BackendProvider backend={backend}>
            <SessionProvider>
              <AnnouncerProvider>{children}</AnnouncerProvider>
            </SessionProvider>
          </BackendProvider>
        </SWRConfig>
      </IntlProvider>
    </MantineProvider>
  );
}
