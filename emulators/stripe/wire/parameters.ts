import {
  emptyParameter,
  invalidParameter,
  missingParameter,
  missingResource,
  unknownParameter,
} from './refusal';

/** Decoded request parameters. The leaves of a form are strings; the leaves of a JSON body keep their types. */
export type Tree = string | number | boolean | null | readonly Tree[] | { readonly [key: string]: Tree };
export type Branch = { readonly [key: string]: Tree };

type Growing = { [key: string]: string | Growing };

const keyParts = (key: string): string[] => {
  const head = key.split('[', 1)[0] ?? '';
  const rest = [...key.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '');
  return [head, ...rest];
};

function grow(root: Growing, parts: readonly string[], value: string): void {
  let branch = root;
  parts.forEach((part, depth) => {
    const name = part === '' ? String(Object.keys(branch).length) : part;
    if (depth === parts.length - 1) {
      branch[name] = value;
      return;
    }
    const next = branch[name];
    branch = typeof next === 'object' ? next : (branch[name] = Object.create(null) as Growing);
  });
}

function settle(value: string | Growing): Tree {
  if (typeof value === 'string') return value;
  const names = Object.keys(value);
  const isList = names.length > 0 && names.every((name) => /^\d+$/.test(name));
  if (isList) return names.sort((a, b) => Number(a) - Number(b)).map((name) => settle(value[name] ?? ''));
  return Object.fromEntries(names.map((name) => [name, settle(value[name] ?? '')]));
}

/** Parses `a[b][0]=c` and `a[]=c`, the notations of the SDK and of curl. */
export function parseForm(text: string): Branch {
  const root: Growing = Object.create(null) as Growing;
  for (const [key, value] of new URLSearchParams(text)) grow(root, keyParts(key), value);
  const names = Object.keys(root);
  return Object.fromEntries(names.map((name) => [name, settle(root[name] ?? '')]));
}

export function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses one parameter, or refuses it with Stripe's error message. */
export interface Reader<T> {
  (value: Tree, param: string): T;
  /** Of an object or a list of objects: its parameters, such as `[a]`, `[a][b]`, `[][c]`. */
  readonly inside?: readonly string[];
}

interface Field<T, Needed extends boolean> {
  readonly read: Reader<T>;
  readonly needed: Needed;
}
type Shape = { readonly [name: string]: Field<unknown, boolean> };
type Values<S extends Shape> = {
  readonly [K in keyof S as S[K] extends Field<unknown, true> ? K : never]: S[K] extends Field<
    infer T,
    boolean
  >
    ? T
    : never;
} & {
  readonly [K in keyof S as S[K] extends Field<unknown, true> ? never : K]?: S[K] extends Field<
    infer T,
    boolean
  >
    ? T
    : never;
};

export const required = <T>(read: Reader<T>): Field<T, true> => ({ read, needed: true });
export const optional = <T>(read: Reader<T>): Field<T, false> => ({ read, needed: false });

const show = (value: Tree): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const text =
  (limit = 5000): Reader<string> =>
  (value, param) => {
    if (typeof value !== 'string') throw invalidParameter(param, `Invalid string: ${show(value)}`);
    if (value === '') throw emptyParameter(param);
    if (value.length > limit)
      throw invalidParameter(
        param,
        `Invalid string: ${param} must be at most ${limit} characters`,
        'parameter_invalid_string_too_long',
      );
    return value;
  };

/** `null` or an empty string clears the parameter; the result is null. */
export const unsettable = <T>(read: Reader<T>): Reader<T | null> =>
  withInside(
    (value, param) => (value === '' || value === null ? null : read(value, param)),
    read.inside ?? [],
  );

export const integer =
  (least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): Reader<number> =>
  (value, param) => {
    const isWhole = typeof value === 'string' && /^-?\d{1,15}$/.test(value);
    const number = isWhole ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number))
      throw invalidParameter(param, `Invalid integer: ${show(value)}`, 'parameter_invalid_integer');
    if (number < least)
      throw invalidParameter(
        param,
        `This value must be greater than or equal to ${least}.`,
        'parameter_invalid_integer',
      );
    if (number > most)
      throw invalidParameter(
        param,
        `This value must be less than or equal to ${most}.`,
        'parameter_invalid_integer',
      );
    return number;
  };

export const flag: Reader<boolean> = (value, param) => {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalidParameter(param, `Invalid boolean: ${show(value)}`);
};

export const oneOf =
  <const T extends string>(...values: readonly T[]): Reader<T> =>
  (value, param) => {
    const found = values.find((known) => known === value);
    if (found === undefined)
      throw invalidParameter(param, `Invalid ${param}: must be one of ${values.join(', ')}`);
    return found;
  };

export const list = <T>(read: Reader<T>): Reader<readonly T[]> =>
  withInside(
    (value, param) => {
      if (!Array.isArray(value)) throw invalidParameter(param, `Invalid array`);
      return value.map((item: Tree, index) => read(item, `${param}[${index}]`));
    },
    (read.inside ?? []).map((name) => `[]${name}`),
  );

export const object = <S extends Shape>(shape: S): Reader<Values<S>> =>
  withInside(
    (value, param) => {
      if (!isBranch(value)) throw invalidParameter(param, `Invalid object`);
      return readShape(shape, value, (name) => `${param}[${name}]`);
    },
    namesOf(shape, (name) => `[${name}]`),
  );

const withInside = <T>(read: Reader<T>, inside: readonly string[]): Reader<T> =>
  inside.length === 0 ? read : Object.assign(read, { inside });

const namesOf = (shape: Shape, nameOf: (name: string) => string): readonly string[] =>
  Object.entries(shape).flatMap(([name, { read }]) => [
    nameOf(name),
    ...(read.inside ?? []).map((inner) => `${nameOf(name)}${inner}`),
  ]);

/** Keys and their texts; null means "remove this key". */
export const metadata: Reader<Readonly<Record<string, string | null>>> = (value, param) => {
  if (!isBranch(value)) throw invalidParameter(param, `Invalid object`);
  const names = Object.keys(value);
  if (names.length > 50) throw invalidParameter(param, `Metadata can have at most 50 keys.`);
  return Object.fromEntries(names.map((name) => [name, metadataValue(value[name] ?? '', name, param)]));
};

function metadataValue(value: Tree, name: string, param: string): string | null {
  if (name.length > 40) throw invalidParameter(param, `Metadata keys can be at most 40 characters long.`);
  if (value === '' || value === null) return null;
  if (typeof value === 'object')
    throw invalidParameter(`${param}[${name}]`, `Metadata values must be strings.`);
  if (String(value).length > 500)
    throw invalidParameter(`${param}[${name}]`, `Metadata values can have up to 500 characters.`);
  return String(value);
}

function readShape<S extends Shape>(shape: S, branch: Branch, nameOf: (name: string) => string): Values<S> {
  for (const name of Object.keys(branch))
    if (!Object.hasOwn(shape, name)) throw unknownParameter(nameOf(name));
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    const value = branch[name];
    if (value !== undefined) values[name] = field.read(value, nameOf(name));
    else if (field.needed) throw missingParameter(nameOf(name));
  }
  return values as Values<S>;
}

/** Parses a request's parameters as the endpoint declares them. Any other parameter is refused. */
export interface Parameters<T> {
  /** Nested ones too, such as `a[b]` and `a[][c]`. */
  readonly names: readonly string[];
  readonly read: (branch: Branch) => T;
}

export function parameters<S extends Shape>(shape: S): Parameters<Values<S>> {
  return {
    names: namesOf(shape, (name) => name),
    read: (branch) => readShape(shape, branch, (name) => name),
  };
}

export interface CreatedRange {
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
}

const range = object({
  gt: optional(integer()),
  gte: optional(integer()),
  lt: optional(integer()),
  lte: optional(integer()),
});

/** `created=1` or `created[gte]=1`. */
const createdRange: Reader<CreatedRange> = (value, param) => {
  if (isBranch(value)) return range(value, param);
  const exact = integer()(value, param);
  return { gte: exact, lte: exact };
};

/** The parameters of every v1 list. */
export const paging = {
  created: optional(createdRange),
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  ending_before: optional(text()),
};

export interface Paging {
  readonly created?: CreatedRange;
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
}

interface Listed {
  readonly id: string;
  readonly created: number;
}

const within = (created: number, { gt, gte, lt, lte }: CreatedRange) =>
  (gt === undefined || created > gt) &&
  (gte === undefined || created >= gte) &&
  (lt === undefined || created < lt) &&
  (lte === undefined || created <= lte);

function indexOf(entities: readonly Listed[], id: string, object: string, param: string): number {
  const index = entities.findIndex((entity) => entity.id === id);
  if (index < 0) throw missingResource(object, id, param);
  return index;
}

interface List<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  readonly url: string;
}

/** Newest first, as in Stripe. `entities` are oldest first and already filtered. */
export function listPage<E extends Listed, T>(
  object: string,
  url: string,
  entities: readonly E[],
  params: Paging,
  format: (entity: E) => T,
): List<T> {
  const limit = params.limit ?? 10;
  const { created } = params;
  if (params.ending_before !== undefined && params.starting_after !== undefined)
    throw invalidParameter(
      'ending_before',
      'You may pass only one of these parameters: ending_before, starting_after.',
      'parameters_exclusive',
    );
  const newestFirst = [...entities].reverse().filter((entity) => !created || within(entity.created, created));
  if (params.ending_before !== undefined) {
    const end = indexOf(newestFirst, params.ending_before, object, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end).map(format), has_more: start > 0, url };
  }
  const after = params.starting_after;
  const start = after === undefined ? 0 : indexOf(newestFirst, after, object, 'starting_after') + 1;
  const page = newestFirst.slice(start, start + limit);
  return { object: 'list', data: page.map(format), has_more: start + limit < newestFirst.length, url };
}

/**
 * Parameters that Stripe has at an endpoint and the sandbox does not support. A test compares the list with the SDK's
 * types.
 */
const TABLE: Readonly<Record<string, string>> = {
  'POST /v1/payment_intents':
    'amount_details confirmation_token customer customer_account error_on_requires_action excluded_payment_method_types hooks mandate mandate_data off_session on_behalf_of payment_details payment_method_configuration payment_method_data payment_method_options radar_options setup_future_usage shipping transfer_data transfer_group',
  'GET /v1/payment_intents': 'customer customer_account',
  'POST /v1/payment_intents/:id':
    'amount_details capture_method customer customer_account excluded_payment_method_types hooks payment_details payment_method_configuration payment_method_data payment_method_options setup_future_usage shipping transfer_data transfer_group',
  'POST /v1/payment_intents/:id/confirm':
    'allowed_payment_method_types amount_details amount_to_confirm capture_method confirmation_token error_on_requires_action excluded_payment_method_types hooks mandate mandate_data off_session payment_details payment_method_data payment_method_options radar_options setup_future_usage shipping',
  'GET /v1/charges': 'customer transfer_group',
  'POST /v1/refunds': 'currency customer instructions_email origin reverse_transfer',
  'POST /v1/payouts': 'destination method payout_method source_type statement_descriptor',
  'GET /v1/payouts': 'arrival_date destination',
  'POST /v1/disputes/:id': 'intended_submission_method',
  'POST /v2/core/accounts': 'account_token contact_phone',
  'POST /v1/checkout/sessions':
    'after_expiration allow_promotion_codes automatic_tax billing_address_collection branding_settings consent_collection currency custom_fields customer customer_account customer_creation customer_update discounts excluded_payment_method_types integration_identifier invoice_creation managed_payments name_collection optional_items origin_context payment_method_collection payment_method_configuration payment_method_data payment_method_options permissions phone_number_collection redirect_on_completion return_url saved_payment_method_options setup_intent_data shipping_address_collection shipping_options tax_id_collection wallet_options',
  'GET /v1/checkout/sessions': 'customer customer_account customer_details payment_link subscription',
  'GET /v1/payment_method_configurations': 'active',
  'POST /v1/payment_method_configurations/:id':
    'acss_debit active affirm afterpay_clearpay alipay alma apple_pay_later au_becs_debit bacs_debit billie bizum boleto cartes_bancaires crypto customer_balance fpx fr_meal_voucher_conecs giropay grabpay jcb kakao_pay konbini kr_card multibanco name naver_pay nz_bank_account oxxo pay_by_bank payco paynow paypay payto promptpay samsung_pay satispay scalapay sequra sofort sunbit us_bank_account wechat_pay zip',
  'POST /v1/products':
    'default_price_data images marketing_features package_dimensions shippable statement_descriptor tax_code tax_details type unit_label url',
  'GET /v1/products': 'shippable type url',
  'POST /v1/products/:id':
    'default_price images marketing_features package_dimensions shippable statement_descriptor tax_code tax_details unit_label url',
  'GET /v1/prices': 'currency lookup_keys recurring type',
  'GET /v1/customers': 'test_clock',
  'GET /v1/subscriptions':
    'automatic_tax collection_method current_period_end current_period_start customer_account plan test_clock',
  'POST /v1/subscriptions/:id':
    'add_invoice_items automatic_tax billing_schedules billing_thresholds collection_method days_until_due default_source default_tax_rates discounts invoice_settings off_session on_behalf_of payment_behavior payment_settings pending_invoice_item_interval proration_date transfer_data trial_end trial_from_plan trial_settings',
  'GET /v1/invoices': 'collection_method customer_account due_date',
  'POST /v1/invoices/:id/pay': 'forgive mandate source',
  'GET /v1/billing_portal/configurations': 'is_default',
  'POST /v1/billing_portal/sessions': 'customer_account on_behalf_of',
};

/** The same inside of parameters that the sandbox supports: `a[]` are the items of the list `a`. */
const NESTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /v1/disputes/:id': {
    evidence:
      'access_activity_log appeal billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id enhanced_evidence product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number uncategorized_file',
  },
  'POST /v2/core/accounts': {
    identity: 'attestations business_details individual',
    configuration: 'customer recipient',
    'configuration[merchant]':
      'bacs_debit_payments branding card_payments konbini_payments mcc script_statement_descriptor sepa_debit_payments support',
    'configuration[merchant][capabilities]':
      'ach_debit_payments acss_debit_payments affirm_payments afterpay_clearpay_payments alma_payments amazon_pay_payments au_becs_debit_payments bacs_debit_payments bancontact_payments blik_payments blik_recurring_payments boleto_payments cartes_bancaires_payments cashapp_payments eps_payments fpx_payments gb_bank_transfer_payments grabpay_payments ideal_payments jcb_payments jp_bank_transfer_payments kakao_pay_payments klarna_payments konbini_payments kr_card_payments mobilepay_payments multibanco_payments mx_bank_transfer_payments naver_pay_payments oxxo_payments p24_payments pay_by_bank_payments payco_payments paynow_payments promptpay_payments revolut_pay_payments samsung_pay_payments satispay_payments sepa_bank_transfer_payments sepa_debit_payments sequra_payments sunbit_payments swish_payments twint_payments us_bank_transfer_payments zip_payments',
    'configuration[merchant][statement_descriptor]': 'prefix',
    defaults: 'locales profile',
  },
  'POST /v1/checkout/sessions': {
    'line_items[]': 'adjustable_quantity metadata price tax_rates',
    'line_items[][price_data]': 'tax_behavior unit_amount_decimal',
    'line_items[][price_data][product_data]': 'images metadata tax_code tax_details unit_label',
    custom_text: 'after_submit shipping_address terms_of_service_acceptance',
    subscription_data:
      'billing_cycle_anchor billing_cycle_anchor_config default_tax_rates on_behalf_of pending_invoice_item_interval proration_behavior transfer_data trial_end trial_period_days trial_settings',
    'subscription_data[billing_mode]': 'flexible',
    'subscription_data[invoice_settings]': 'account_tax_ids custom_fields description issuer',
    payment_intent_data:
      'capture_method on_behalf_of setup_future_usage shipping statement_descriptor transfer_data transfer_group',
  },
  'POST /v1/subscriptions/:id': {
    cancellation_details: 'feedback_option',
    'items[]':
      'billing_thresholds clear_usage current_trial deleted discounts metadata plan price quantity tax_rates',
    'items[][price_data]': 'tax_behavior unit_amount_decimal',
  },
  'DELETE /v1/subscriptions/:id': {
    cancellation_details: 'feedback_option',
  },
  'GET /v1/invoice_payments': {
    payment: 'payment_record',
  },
  'POST /v1/billing_portal/configurations': {
    features: 'subscription_pause',
    'features[payment_method_update]': 'payment_method_configuration',
    'features[subscription_cancel][cancellation_reason]': 'feedback_options',
    'features[subscription_update]':
      'billing_cycle_anchor default_allowed_updates products proration_behavior schedule_at_period_end trial_update_behavior',
  },
  'POST /v1/billing_portal/configurations/:id': {
    features: 'subscription_pause',
    'features[payment_method_update]': 'payment_method_configuration',
    'features[subscription_cancel][cancellation_reason]': 'feedback_options',
    'features[subscription_update]':
      'billing_cycle_anchor default_allowed_updates products proration_behavior schedule_at_period_end trial_update_behavior',
  },
  'POST /v1/billing_portal/sessions': {
    after_expiration: 'customer_login',
    flow_data: 'subscription_pause subscription_update subscription_update_confirm',
    'flow_data[subscription_cancel]': 'retention',
    'flow_data[after_completion]': 'hosted_confirmation',
  },
};

const nestedOf = (address: string): readonly string[] =>
  Object.entries(NESTED[address] ?? {}).flatMap(([parent, names]) =>
    names.split(' ').map((name) => `${parent}[${name}]`),
  );

/** By address, nested ones as `a[b]` and `a[][b]`. */
export const UNSUPPORTED_PARAMETERS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...new Set([...Object.keys(TABLE), ...Object.keys(NESTED)])].map((address) => [
    address,
    [...(TABLE[address]?.split(' ') ?? []), ...nestedOf(address)],
  ]),
);
