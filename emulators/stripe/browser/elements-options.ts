import type { Appearance } from '@stripe/stripe-js';
import { unknownVariables } from './appearance';
import type { DeferredIntent } from './frame-messages';
import { IntegrationError } from './integration-error';

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
