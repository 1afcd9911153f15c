/** Classes of browsers and systems, coarse on purpose: enough for owners to recognise their device, too little to follow anybody. */
export const browserClasses = ['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsung', 'other'] as const;
export type BrowserClass = (typeof browserClasses)[number];

export const systemClasses = ['android', 'chromeos', 'ios', 'linux', 'macos', 'windows', 'other'] as const;
export type SystemClass = (typeof systemClasses)[number];

export interface DeviceClass {
  readonly browser: BrowserClass;
  readonly system: SystemClass;
}

/** The first match counts: Edge, Opera and Samsung's browser also call themselves Chrome, and Chrome calls itself Safari. */
const browsers: readonly (readonly [BrowserClass, RegExp])[] = [
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['opera', /\b(?:OPR|Opera|OPT)\//],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['safari', /\bSafari\//],
];

/** Android also calls itself Linux, and iOS says "like Mac OS X". An iPad that asks for desktop pages counts as macOS. */
const systems: readonly (readonly [SystemClass, RegExp])[] = [
  ['android', /\bAndroid\b/],
  ['ios', /\b(?:iPhone|iPad|iPod)\b/],
  ['chromeos', /\bCrOS\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\b(?:Macintosh|Mac OS X)\b/],
  ['linux', /\b(?:Linux|X11)\b/],
];

/** No browser sends a longer one. */
const mostCharacters = 512;

/** The class of the browser that sent this `User-Agent`. */
export function deviceClassOf(userAgent: string | undefined): DeviceClass {
  const sent = (userAgent ?? '').slice(0, mostCharacters);
  const first = <C extends string>(table: readonly (readonly [C, RegExp])[]): C | 'other' =>
    table.find(([, pattern]) => pattern.test(sent))?.[0] ?? 'other';
  return { browser: first(browsers), system: first(systems) };
}
