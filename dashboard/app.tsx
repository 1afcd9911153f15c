import { MantineProvider } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { SWRConfig } from 'swr';
import type { Backend } from './shared/backend';
import type { Language } from './messages/language';
import { LanguageProvider, Texts } from './messages/language-provider';
import { cssVariables, theme } from './ui/theme/theme';
import { AnnouncerProvider } from './ui/announcer';
import { keepFocus } from './ui/focus-keeper';
import { BackendProvider } from './shared/use-backend';
import { SessionProvider } from './shared/use-session';

interface AppProps {
  readonly backend: Backend;
  /** The router; below it every screen finds backend, session, texts and theme. */
  readonly children: ReactNode;
  /** Fixed by stories and tests; otherwise the owner's choice, at first the system's. */
  readonly colorScheme?: 'light' | 'dark';
  /** Fixed by stories and tests; otherwise the owner's choice, at first the browser's. */
  readonly language?: Language;
}

export function App({ backend, children, colorScheme, language }: AppProps) {
  useEffect(() => keepFocus(document), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...(colorScheme ? { forceColorScheme: colorScheme } : {})}
    >
      <LanguageProvider {...(language ? { language } : {})}>
        <Texts part="first">
          <SWRConfig value={{ provider: () => new Map() }}>
            <BackendProvider backend={backend}>
              <SessionProvider>
                <AnnouncerProvider>{children}</AnnouncerProvider>
              </SessionProvider>
            </BackendProvider>
          </SWRConfig>
        </Texts>
      </LanguageProvider>
    </MantineProvider>
  );
}
