import type { Appearance } from '@stripe/stripe-js';
import type { DeferredIntent } from './frame-messages';

type Variables = Readonly<Record<string, string>>;

const BASE: Variables = {
  fontFamily: '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, sans-serif',
  fontSizeBase: '16px',
  fontSizeSm: '0.875em',
  fontWeightNormal: '400',
  fontWeightMedium: '500',
  fontLineHeight: '1.4',
  spacingUnit: '4px',
  gridRowSpacing: 'calc(var(--spacingUnit) * 3)',
  gridColumnSpacing: 'calc(var(--spacingUnit) * 3)',
  borderRadius: '5px',
  colorPrimary: '#0570de',
  colorBackground: '#ffffff',
  colorText: '#30313d',
  colorTextSecondary: '#6d6e78',
  colorTextPlaceholder: '#757680',
  colorDanger: '#df1b41',
  inputColorBorder: '#d5d7de',
  inputBoxShadow: '0 1px 1px rgba(0, 0, 0, 0.03), 0 3px 6px rgba(18, 42, 66, 0.02)',
  inputFocusColorBorder: 'var(--colorPrimary)',
  focusBoxShadow: '0 0 0 3px color-mix(in srgb, var(--colorPrimary) 25%, transparent)',
  inputFocusBoxShadow: 'var(--focusBoxShadow)',
  labelColorText: 'var(--colorText)',
  labelFontSize: 'var(--fontSizeSm)',
  labelFontWeight: 'var(--fontWeightMedium)',
  labelSpacing: 'var(--spacingUnit)',
};

const THEMES: Readonly<Record<string, Variables>> = {
  stripe: BASE,
  flat: {
    ...BASE,
    colorBackground: '#f1f3f7',
    inputColorBorder: 'transparent',
    inputBoxShadow: 'none',
    borderRadius: '4px',
  },
  night: {
    ...BASE,
    colorPrimary: '#85d996',
    colorBackground: '#30313d',
    colorText: '#ffffff',
    colorTextSecondary: '#c2c3cc',
    colorTextPlaceholder: '#a3a5b3',
    colorDanger: '#ff98a8',
    inputColorBorder: '#55586b',
    inputBoxShadow: 'none',
  },
  none: { ...BASE, inputColorBorder: '#767676', inputBoxShadow: 'none', borderRadius: '0' },
};

/** Appearance names that Stripe.js also accepts. They have no effect on a form that takes cards only. */
const WITHOUT_EFFECT =
  /^(font(Smooth|Variant\w*|Variation\w*|Size\w+|Weight\w+)|spacing\w+|tab\w+|accordion\w+|button\w+|color\w+|accessible\w+|icon\w+|logo\w+|focus\w+|input\w+|pickerItem\w*|block\w+|actionPrimary\w+)$/;

const unknownVariables = (appearance: Appearance): string[] =>
  Object.keys(appearance.variables ?? {}).filter((name) => !(name in BASE) && !WITHOUT_EFFECT.test(name));

const isSafeValue = (value: string) =>
  value.length < 300 && !/[;{}<>\\]|url\(|expression|@import/i.test(value);
const isSafeSelector = (selector: string) =>
  /^\.[A-Z][A-Za-z]*(--[a-z]+|:{1,2}[a-z-]+(\([a-z]+\))?)*(, ?\.[A-Z][A-Za-z:.-]*)*$/.test(selector);
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function ruleText(selector: string, declarations: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(declarations)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && isSafeValue(entry[1]))
    .filter(([name]) => /^[a-zA-Z]+$/.test(name))
    .map(([name, value]) => `${kebab(name)}: ${value};`);
  return `${selector} { ${lines.join(' ')} }`;
}

/** The page's appearance as a style sheet for the frame. Values that could end a declaration are dropped. */
export function appearanceCss(appearance: Appearance): string {
  const theme = THEMES[appearance.theme ?? 'stripe'] ?? BASE;
  const wishes = Object.entries(appearance.variables ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && isSafeValue(entry[1]),
  );
  const variables = Object.entries({ ...theme, ...Object.fromEntries(wishes) }).map(
    ([name, value]) => `--${name}: ${value};`,
  );
  const rules = Object.entries(appearance.rules ?? {})
    .filter(([selector]) => isSafeSelector(selector))
    .map(([selector, declarations]) => ruleText(selector, declarations));
  return [`:root { ${variables.join(' ')} }`, ...rules].join('\n');
}

export type Options = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const KNOWN = new Set([
  'mode',
  'amount',
  'currency',
  'clientSecret',
  'appearance',
  'locale',
  'fonts',
  'loader',
  'allowedPaymentMethodTypes',
  'excludedPaymentMethodTypes',
  'captureMethod',
  'capture_method',
]);

function fail(message: string): never {
  throw new IntegrationError(message);
}

export function readAppearance(value: unknown): Appearance {
  if (value === undefined) return {};
  if (!isRecord(value)) fail('Invalid value for elements(): appearance should be an object.');
  const appearance: Appearance = value;
  for (const name of unknownVariables(appearance))
    console.warn(`[Stripe.js] elements(): ${name} is not a supported variable of the Appearance API.`);
  return appearance;
}

/** Stripe.js only warns about unknown options. */
export function warnAboutUnknown(options: Options): void {
  for (const name of Object.keys(options))
    if (!KNOWN.has(name) && name !== 'paymentMethodTypes' && name !== 'payment_method_types')
      console.warn(`[Stripe.js] Unrecognized elements() parameter: ${name} is not a recognized parameter.`);
}

function readTypes(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((type): type is string => typeof type === 'string'))
    fail('Invalid value for elements(): allowedPaymentMethodTypes should be an array of strings.');
  return value;
}

/** The deferred-intent settings, or null when the page passes a client secret. */
export function readDeferred(options: Options): DeferredIntent | null {
  if ('paymentMethodTypes' in options || 'payment_method_types' in options)
    fail(
      'The paymentMethodTypes option is no longer supported. Use allowedPaymentMethodTypes, or manage payment methods from the Dashboard.',
    );
  if (options['clientSecret'] !== undefined) {
    if (
      typeof options['clientSecret'] !== 'string' ||
      !/^pi_[A-Za-z0-9]+_secret_/.test(options['clientSecret'])
    )
      fail(
        'Invalid value for elements(): clientSecret should be a client secret of the form ${id}_secret_${secret}.',
      );
    return null;
  }
  const { mode, amount, currency } = options;
  if (mode !== 'payment')
    fail(`Invalid value for elements(): mode should be 'payment'. You specified: ${JSON.stringify(mode)}.`);
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1)
    fail(
      `Invalid value for elements(): amount should be a positive integer. You specified: ${JSON.stringify(amount)}.`,
    );
  if (typeof currency !== 'string' || !/^[a-z]{3}$/.test(currency))
    fail(
      `Invalid value for elements(): currency should be a lower-case three-letter code. You specified: ${JSON.stringify(currency)}.`,
    );
  const capture = options['captureMethod'] ?? options['capture_method'];
  if (capture === 'manual') fail('The sandbox does not support manual capture.');
  return { mode, amount, currency, allowedTypes: readTypes(options['allowedPaymentMethodTypes']) };
}

type Attributes = Readonly<Record<string, string>>;

/** Creates one HTML element with attributes and children. A text always becomes a text node, never HTML. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A style sheet that is allowed under a strict `style-src` policy. */
export function adoptCss(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}

/** An error that Stripe.js throws when a page misuses its API. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}

/** Finds the element to mount into. It must be in the page's own DOM, not in a shadow root. */
export function findMountTarget(target: string | HTMLElement): HTMLElement {
  const place = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
  if (!(place instanceof HTMLElement)) {
    const named =
      typeof target === 'string'
        ? `The selector you specified (${target}) applies to no DOM elements`
        : 'Invalid DOM element';
    throw new IntegrationError(
      `${named} that are currently on the page. Make sure the element exists on the page before calling mount().`,
    );
  }
  const root = place.getRootNode();
  if (root instanceof ShadowRoot)
    throw new IntegrationError('Elements cannot be mounted in a ShadowRoot. Please mount in the Light DOM.');
  if (root !== document)
    throw new IntegrationError(
      'The element you passed is not in the document. Make sure it is before calling mount().',
    );
  return place;
}

export type Handler = (event: never) => unknown;

/** The on, once, off and emit methods of Stripe's elements. */
interface Listeners {
  readonly on: (type: string, handler: Handler) => void;
  readonly once: (type: string, handler: Handler) => void;
  readonly off: (type: string, handler?: Handler) => void;
  /** Calls the listeners asynchronously, as Stripe.js does. */
  readonly emit: (type: string, event: unknown) => void;
}

export function createListeners(): Listeners {
  const handlers = new Map<string, Set<Handler>>();
  const of = (type: string): Set<Handler> => {
    const found = handlers.get(type) ?? new Set<Handler>();
    handlers.set(type, found);
    return found;
  };
  return {
    on: (type, handler) => void of(type).add(handler),
    once(type, handler) {
      const only: Handler = (event) => {
        of(type).delete(only);
        handler(event);
      };
      of(type).add(only);
    },
    off(type, handler) {
      if (handler) of(type).delete(handler);
      else handlers.delete(type);
    },
    emit(type, event) {
      setTimeout(() => {
        for (const handler of of(type)) handler(event as never);
      });
    },
  };
}
