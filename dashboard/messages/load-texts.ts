import englishFirst from './en.json?first';
import type { Language } from './language';

/** `first`: the sign-in page's texts (first-page.json). `all`: loaded with the owner's screens. */
export type TextPart = 'first' | 'all';
export type Texts = Readonly<Record<string, string>>;

type Loaded = Promise<{ readonly default: Texts }>;
interface Loaders {
  readonly first: () => Loaded;
  readonly rest: () => Loaded;
}

/** Two chunks per language, so that a page loads the texts of its own language alone. */
const loaders: Readonly<Record<Language, Loaders>> = {
  en: { first: async () => ({ default: englishFirst }), rest: () => import('./en.json?rest') },
  de: { first: () => import('./de.json?first'), rest: () => import('./de.json?rest') },
  es: { first: () => import('./es.json?first'), rest: () => import('./es.json?rest') },
  fr: { first: () => import('./fr.json?first'), rest: () => import('./fr.json?rest') },
  ar: { first: () => import('./ar.json?first'), rest: () => import('./ar.json?rest') },
  ja: { first: () => import('./ja.json?first'), rest: () => import('./ja.json?rest') },
  ko: { first: () => import('./ko.json?first'), rest: () => import('./ko.json?rest') },
  'zh-Hans': { first: () => import('./zh-Hans.json?first'), rest: () => import('./zh-Hans.json?rest') },
  pl: { first: () => import('./pl.json?first'), rest: () => import('./pl.json?rest') },
  it: { first: () => import('./it.json?first'), rest: () => import('./it.json?rest') },
  pt: { first: () => import('./pt.json?first'), rest: () => import('./pt.json?rest') },
  nl: { first: () => import('./nl.json?first'), rest: () => import('./nl.json?rest') },
};

async function partOf(language: Language, part: TextPart): Promise<Texts> {
  const { first, rest } = loaders[language];
  const [early, late] = await Promise.all([first(), part === 'first' ? null : rest()]);
  return { ...early.default, ...late?.default };
}

/** English is the fallback of every language: a missing text is shown in English, never as its id. */
async function withEnglish(language: Language, part: TextPart): Promise<Texts> {
  const [english, own] = await Promise.all([partOf('en', part), partOf(language, part)]);
  return { ...english, ...own };
}

const here = new Map<string, Texts>([['en first', englishFirst]]);
const loading = new Map<string, Promise<Texts>>();

/** Loaded texts, or the pending promise, which stays the same until it settles. */
export function loadTexts(language: Language, part: TextPart): Texts | Promise<Texts> {
  const name = `${language} ${part}`;
  const known = here.get(name) ?? loading.get(name);
  if (known) return known;
  const coming = withEnglish(language, part).then((texts) => {
    here.set(name, texts);
    return texts;
  });
  loading.set(name, coming);
  // A failed load is retried the next time.
  coming.catch(() => loading.delete(name));
  return coming;
}
