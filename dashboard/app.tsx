import { MantineProvider } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { SWRConfig } from 'swr';
import type { Backend } from './data/backend';
import type { Language } from './messages/language';
import { LanguageProvider, Texts } from './messages/language-provider';
import { cssVariables, theme } from './theme/theme';
import { AnnouncerProvider } from './feedback/announcer';
import { keepFocus } from './ui/focus';
import { BackendProvider, SessionProvider } from './session/session';

interface AppProps {
  readonly backend: Backend;
  /** The router. Every screen in it has access to the backend, the session, the texts and the theme. */
  readonly children: ReactNode;
  /** Fixed by stories and tests. Otherwise the owner's choice, initially the system's. */
  readonly colorScheme?: 'light' | 'dark';
  /** Fixed by stories and tests. Otherwise the owner's choice, initially the browser's. */
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
