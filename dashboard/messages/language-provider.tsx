import { DirectionContext, type DirectionContextValue } from '@mantine/core';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { NotLoaded } from '../data/failure';
import { bestLanguage, directionOf, rememberedLanguage, rememberLanguage, type Language } from './language';
import { loadTexts, type TextPart, type Texts as LoadedTexts } from './load-texts';

interface LanguageChoice {
  /** The language in use. */
  readonly language: Language;
  /** null = the browser's. */
  readonly chosen: Language | null;
  readonly choose: (language: Language | null) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', chosen: null, choose: () => {} });

interface LanguageProviderProps {
  /** Fixed by stories and tests. Otherwise the owner's choice, initially the browser's. */
  readonly language?: Language;
  readonly children: ReactNode;
}

/** For Mantine's components. The language alone decides the direction, so nothing else can set it. */
const fixedDirection = (dir: 'ltr' | 'rtl'): DirectionContextValue => ({
  dir,
  setDirection: () => {},
  toggleDirection: () => {},
});
const directions = { ltr: fixedDirection('ltr'), rtl: fixedDirection('rtl') };

export function LanguageProvider({ language: fixed, children }: LanguageProviderProps) {
  const [chosen, setChosen] = useState<Language | null>(() => fixed ?? rememberedLanguage());
  const language = chosen ?? bestLanguage(navigator.languages);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);
  const choice = useMemo<LanguageChoice>(
    () => ({
      language,
      chosen,
      choose: (next) => {
        rememberLanguage(next);
        setChosen(next);
      },
    }),
    [language, chosen],
  );
  return (
    <LanguageContext value={choice}>
      <DirectionContext value={directions[directionOf(language)]}>{children}</DirectionContext>
    </LanguageContext>
  );
}

export const useLanguage = (): LanguageChoice => useContext(LanguageContext);

type Loaded =
  | { readonly kind: 'none' }
  | { readonly kind: 'here'; readonly language: Language; readonly texts: LoadedTexts }
  | { readonly kind: 'failed'; readonly thrown: unknown };

const atHand = (language: Language, part: TextPart): Loaded => {
  const texts = loadTexts(language, part);
  return texts instanceof Promise ? { kind: 'none' } : { kind: 'here', language, texts };
};

interface TextsProps {
  readonly part: TextPart;
  readonly waiting?: ReactNode;
  readonly children: ReactNode;
}

/** Loads the texts of the language in use. After a change the old texts stay until the new ones have loaded. */
export function Texts({ part, waiting, children }: TextsProps) {
  const { language } = useLanguage();
  const [loaded, setLoaded] = useState<Loaded>(() => atHand(language, part));
  useEffect(() => {
    let left = false;
    Promise.resolve(loadTexts(language, part)).then(
      (texts) => !left && setLoaded({ kind: 'here', language, texts }),
      (thrown: unknown) => !left && setLoaded({ kind: 'failed', thrown }),
    );
    return () => {
      left = true;
    };
  }, [language, part]);
  if (loaded.kind === 'failed') throw new NotLoaded('The texts did not load', { cause: loaded.thrown });
  if (loaded.kind === 'none') return waiting;
  return (
    <IntlProvider locale={loaded.language} messages={loaded.texts}>
      {children}
    </IntlProvider>
  );
}
