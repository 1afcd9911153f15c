/** Other scripts and software of a page that change how the card lives there. Everything is read, nothing is changed. */
export interface PageSoftware {
  /** The origin of the server that the tag's own links name, where the script came from another one: a copy of it. */
  readonly copiedFrom: string | null;
  /** What delays or rewrites the card's script, such as a caching plugin. */
  readonly optimiser: string | null;
  /** Session recorders by name, which may store what fans type. */
  readonly recorders: readonly string[];
  /** The software that morphs the page, and the attribute that keeps the card out of it; null where the card has it. */
  readonly morphing: { readonly name: string; readonly keeps: string } | null;
}

/** Each leaves its marks on the script's tag. */
const optimisers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Rocket Loader', /data-cf-settings|rocket-loader|^[\da-f]{20,}-(module|text)/m],
  ['WP Rocket', /rocketlazyload|data-rocket/],
  ['LiteSpeed Cache', /litespeed/],
  ['NitroPack', /nitropack|nitro-/],
  ['Perfmatters', /pmdelayed/],
  ['Autoptimize', /autoptimize/],
  ['Flying Scripts', /flying-scripts|data-type\nlazy/],
];

const recorders: Readonly<Record<string, string>> = {
  hj: 'Hotjar',
  FS: 'FullStory',
  clarity: 'Clarity',
  smartlook: 'Smartlook',
  LogRocket: 'LogRocket',
  mouseflow: 'Mouseflow',
  _mfq: 'Mouseflow',
  posthog: 'PostHog',
  __insp: 'Inspectlet',
  LOQ: 'Lucky Orange',
  rrweb: 'rrweb',
};

/** How to find a page that morphs itself, and how its software leaves an element alone. */
const morphing: readonly {
  readonly name: string;
  readonly runs: (page: Document) => boolean;
  readonly keptBy: string;
  readonly keeps: string;
}[] = [
  {
    name: 'Turbo',
    runs: (page) => page.querySelector('meta[name=turbo-refresh-method][content=morph]') !== null,
    keptBy: '[data-turbo-permanent]',
    keeps: 'id="busker" data-turbo-permanent',
  },
  {
    name: 'Livewire',
    runs: () => 'Livewire' in window,
    keptBy: '[wire\\:ignore], [wire\\:ignore\\.self]',
    keeps: 'wire:ignore',
  },
  {
    name: 'Phoenix LiveView',
    runs: (page) => 'liveSocket' in window || page.querySelector('[data-phx-main]') !== null,
    keptBy: '[phx-update=ignore]',
    keeps: 'id="busker" phx-update="ignore"',
  },
  {
    name: 'htmx',
    runs: (page) => page.querySelector('[hx-ext*=morph], [hx-swap*=morph]') !== null || 'Idiomorph' in window,
    keptBy: '[hx-preserve]',
    keeps: 'id="busker" hx-preserve',
  },
];

/** Everything that is written on a tag, one word a line. */
const writtenOn = (element: Element): string =>
  Array.from(element.attributes, ({ name, value }) => `${name}\n${value}`).join('\n');

/** `server`: where the card's script says that its server is; null where the tag names it, as `host`. */
export function readSoftware(element: HTMLElement, server: string | null): PageSoftware {
  const scripts = Array.from(document.querySelectorAll('script'), writtenOn).filter((tag) =>
    /\/embed\/(v1|next|[\d.]+\/busker)\.js|rocket-loader/.test(tag),
  );
  const named = Array.from(element.querySelectorAll('a'), ({ href }) => href)
    .filter((href) => /^https?:\/\/[^/]+\/@[^/]+\/?$/.test(href))
    .map((href) => new URL(href).origin);
  const [morphs] = morphing.filter(({ runs, keptBy }) => runs(document) && !element.closest(keptBy));
  return {
    copiedFrom: (server !== null && !named.includes(server) && named[0]) || null,
    optimiser: optimisers.find(([, mark]) => scripts.some((tag) => mark.test(tag)))?.[0] ?? null,
    recorders: [
      ...new Set(
        Object.entries(recorders).flatMap(([key, name]) => (Reflect.get(window, key) ? [name] : [])),
      ),
    ],
    morphing: morphs ?? null,
  };
}
