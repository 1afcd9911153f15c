import { readPolicies, type Policy } from './policy';

/** Other scripts and software of a page that change how the card lives there. Everything is read, nothing is changed. */
interface PageSoftware {
  /** The origin of the server that the tag's own links name, where the script came from another one: a copy of it. */
  readonly copiedFrom: string | null;
  /** Software that delays or rewrites the card's script, such as a caching plugin. */
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

/** Equal to payment/stripe-surface.ts, which a test checks: a shared file would cost every card a hash. */
export const knownStripeJs = 'endive';

/** Everything that can be read of a page without changing it. */
export interface PageFacts extends PageSoftware {
  /** The tag names neither a server nor a file, and its script knows none: the npm package without `host`. */
  readonly missesHost: boolean;
  readonly origin: string;
  readonly policies: readonly Policy[];
  readonly headersRead: boolean;
  /** Whether frames of this origin may use the browser's payment dialogs; null if this is unknown. */
  readonly mayPay: (origin: string) => boolean | null;
  readonly trustedTypes: boolean;
  readonly otherStripe: boolean;
  readonly inShadowRoot: boolean;
  /** A frame made of `srcdoc` or a `blob:` address. */
  readonly hasNoAddress: boolean;
  /** Missing tokens of the frame's `sandbox` attribute; null if the page is in no such frame. */
  readonly sandboxLacks: readonly string[] | null;
  /** `directive address` of each request that the page's policies have blocked so far. */
  readonly violations: readonly string[];
  /**
   * The card takes more pixels than the page reserves for it: `reserved` of `taken`; null if it does not. `wall` of them are the supporters', who come
   * after the card.
   */
  readonly jumps: { readonly reserved: number; readonly taken: number; readonly wall: number } | null;
  /** The page's styles hide the card form or cover it. */
  readonly breaksForm: boolean;
}

/** `server`: what the card takes its server from; null if it has none. */
export async function readFacts(
  element: HTMLElement,
  server: string | null,
): Promise<Omit<PageFacts, 'breaksForm'>> {
  const headers = await ownHeaders();
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy" i]');
  const texts = [
    headers?.get('content-security-policy') ?? '',
    ...Array.from(metas, ({ content }) => content),
  ];
  const policies = texts.flatMap(readPolicies);
  return {
    origin: location.origin,
    policies,
    headersRead: headers !== null,
    mayPay: (origin) => allowsPayment(origin, headers?.get('permissions-policy') ?? ''),
    trustedTypes:
      policies.some((policy) => policy.has('require-trusted-types-for')) || (!headers && refusesStrings()),
    otherStripe: window.Stripe !== undefined && Reflect.get(window.Stripe, 'version') !== knownStripeJs,
    inShadowRoot: element.getRootNode() instanceof ShadowRoot,
    hasNoAddress: /^(about|blob):/.test(location.protocol) && window.origin !== 'null',
    sandboxLacks: missingSandboxWords(),
    violations: await pastViolations(),
    jumps: jumpOf(element),
    missesHost: server === null && !element.hasAttribute('src'),
    ...readSoftware(element, element.hasAttribute('host') ? null : server),
  };
}

/** A line more or less is a matter of the reader's fonts. */
export const lineOfText = 28;

function jumpOf(element: HTMLElement): PageFacts['jumps'] {
  const card = element.shadowRoot?.querySelector<HTMLElement>('.card');
  if (!card) return null;
  // Not its rectangle: under a CSS `zoom` that is in the window's pixels, and a min-height in those of the element.
  const taken = card.offsetHeight;
  // `auto` where the page says nothing.
  const reserved = Number.parseFloat(getComputedStyle(element).minHeight) || 0;
  if (taken - reserved <= lineOfText) return null;
  const supporters = card.querySelector<HTMLElement>('.wall');
  const gap = Number.parseFloat(getComputedStyle(card).rowGap) || 0;
  return { reserved, taken, wall: supporters ? supporters.offsetHeight + gap : 0 };
}

/** The headers of this page, requested again: scripts cannot read those of the current response. */
async function ownHeaders(): Promise<Headers | null> {
  try {
    const response = await fetch(location.href, { credentials: 'same-origin', cache: 'no-cache' });
    return response.type === 'basic' ? response.headers : null;
  } catch {
    return null;
  }
}

interface FeaturePolicy {
  readonly allowsFeature: (feature: string) => boolean;
}

function allowsPayment(origin: string, header: string): boolean | null {
  const [, list] = /(?:^|[\s,])payment\s*=\s*(\*|\([^)]*\))/.exec(header) ?? [];
  if (list !== undefined) return list.includes('*') || list.includes(`"${origin}"`);
  // Not a header: what the frame around this page permits. Stripe's frames get the right through their own `allow`.
  const { featurePolicy } = document as Document & { readonly featurePolicy?: FeaturePolicy };
  return featurePolicy?.allowsFeature('payment') ?? null;
}

/** Trusted Types throw for a plain string, and log it. The script is in no document, so nothing is fetched. */
function refusesStrings(): boolean {
  try {
    document.createElement('script').src = '/';
    return false;
  } catch {
    return true;
  }
}

const wantedWords = ['allow-same-origin', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'];

function missingSandboxWords(): readonly string[] | null {
  // An opaque origin: the frame lacks `allow-same-origin`. Other missing tokens cannot be seen from inside.
  if (window.origin === 'null') return wantedWords;
  try {
    const frame = window.frameElement;
    if (!(frame instanceof HTMLElement) || !frame.hasAttribute('sandbox')) return null;
    const words = (frame.getAttribute('sandbox') ?? '').split(/\s+/);
    return wantedWords.filter((word) => !words.includes(word));
  } catch {
    return null;
  }
}

interface ViolationBody {
  readonly effectiveDirective?: string;
  readonly blockedURL?: string;
  readonly disposition?: string;
}

/** Refusals before this script ran, if the browser remembers them. */
function pastViolations(): Promise<readonly string[]> {
  if (typeof ReportingObserver === 'undefined') return Promise.resolve([]);
  return new Promise((resolve) => {
    const observer = new ReportingObserver(() => undefined, { types: ['csp-violation'], buffered: true });
    observer.observe();
    // Buffered reports arrive in a later task.
    setTimeout(() => {
      const bodies = observer.takeRecords().map(({ body }) => body as ViolationBody);
      observer.disconnect();
      const enforced = bodies.filter(({ disposition }) => disposition !== 'report');
      resolve(
        enforced.map(({ effectiveDirective = '', blockedURL = '' }) => `${effectiveDirective} ${blockedURL}`),
      );
    });
  });
}
