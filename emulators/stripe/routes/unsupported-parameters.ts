import endpoints from '../reference/stripe-endpoints.json' with { type: 'json' };
import type { Branch, Tree } from '../wire/parameters';
import { invalidParameter, Refusal } from '../wire/refusal';

/**
 * Parameters that Stripe has at an endpoint and the sandbox does not support. A test compares the list with the SDK's
 * types.
 */
const TABLE: Readonly<Record<string, string>> = {
  'POST /v1/payment_intents':
    'amount_details confirmation_token customer_account error_on_requires_action excluded_payment_method_types hooks mandate mandate_data off_session on_behalf_of payment_details payment_method_configuration payment_method_data payment_method_options radar_options setup_future_usage shipping transfer_data transfer_group',
  'GET /v1/payment_intents': 'customer_account',
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
    'after_expiration allow_promotion_codes automatic_tax billing_address_collection branding_settings consent_collection currency custom_fields customer_account customer_creation customer_update discounts excluded_payment_method_types integration_identifier invoice_creation managed_payments name_collection optional_items origin_context payment_method_collection payment_method_configuration payment_method_data payment_method_options permissions phone_number_collection redirect_on_completion return_url saved_payment_method_options setup_intent_data shipping_address_collection shipping_options tax_id_collection wallet_options',
  'GET /v1/checkout/sessions': 'customer customer_account customer_details payment_link subscription',
  'GET /v1/payment_method_configurations': 'active',
  'POST /v1/payment_method_configurations/:id':
    'acss_debit active affirm afterpay_clearpay alipay alma apple_pay_later au_becs_debit bacs_debit billie bizum boleto cartes_bancaires crypto customer_balance fpx fr_meal_voucher_conecs giropay grabpay jcb kakao_pay konbini kr_card multibanco name naver_pay nz_bank_account oxxo pay_by_bank payco paynow paypay payto promptpay samsung_pay satispay scalapay sequra sofort sunbit us_bank_account wechat_pay zip',
  'POST /v1/products':
    'default_price_data images marketing_features package_dimensions shippable statement_descriptor tax_code tax_details type unit_label url',
  'GET /v1/products': 'shippable type url',
  'POST /v1/products/:id':
    'default_price images marketing_features package_dimensions shippable statement_descriptor tax_code tax_details unit_label url',
  'POST /v1/test_helpers/test_clocks': 'customer',
  'POST /v1/prices':
    'billing_scheme currency_options custom_unit_amount metadata nickname tax_behavior tiers tiers_mode transfer_lookup_key transform_quantity unit_amount_decimal',
  'GET /v1/prices': 'currency recurring type',
  'POST /v1/customers':
    'address balance business_name cash_balance individual_name invoice_prefix invoice_settings next_invoice_sequence payment_method phone preferred_locales shipping source tax tax_exempt tax_id_data validate',
  'POST /v1/customers/:id':
    'address balance business_name cash_balance default_source individual_name invoice_prefix invoice_settings next_invoice_sequence phone preferred_locales shipping source tax tax_exempt validate',
  'GET /v1/subscriptions':
    'automatic_tax collection_method current_period_end current_period_start customer_account plan',
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
    'line_items[]': 'adjustable_quantity metadata tax_rates',
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
  'POST /v1/prices': {
    product_data: 'id metadata statement_descriptor tax_code tax_details unit_label',
    recurring: 'meter trial_period_days usage_type',
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

/** The names of all parameters, nested ones too, each as it is written and as the tables write it: `a[0][b]` and `a[][b]`. */
function namesIn(tree: Tree, name = '', pattern = ''): readonly (readonly [string, string])[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const within = (key: string) => (name === '' ? key : `${name}[${key}]`);
  if (Array.isArray(tree))
    return tree.flatMap((item: Tree, index) => namesIn(item, within(String(index)), `${pattern}[]`));
  return Object.entries(tree).flatMap(([key, value]) => {
    const written = within(key);
    const known = pattern === '' ? key : `${pattern}[${key}]`;
    return [[written, known] as const, ...namesIn(value as Tree, written, known)];
  });
}

/** Says that the sandbox lacks the parameter, so that a developer does not conclude that Stripe lacks it. */
export function checkSupported(
  route: { readonly method: string; readonly pattern: string; readonly access: string },
  params: Branch,
): void {
  if (route.access === 'publishable') return;
  const unsupported = new Set(UNSUPPORTED_PARAMETERS[`${route.method} ${route.pattern}`]);
  const name = namesIn(params).find(([, pattern]) => unsupported.has(pattern))?.[0];
  if (name !== undefined)
    throw invalidParameter(
      name,
      `The sandbox does not support the parameter ${name}, though Stripe does. See emulators/stripe/README.md.`,
      'parameter_unknown',
    );
}

const ENDPOINTS = Object.entries(endpoints).map(([pattern, methods]) => ({
  pattern,
  methods: methods.split(' '),
  parts: pattern.split('/'),
}));

/**
 * Refuses an endpoint that Stripe has and the sandbox lacks. `known` is the sandbox's route of that path. Of two patterns that match, the one with
 * fewer ids counts: `/v1/subscriptions/search` is no subscription.
 */
export function checkBuilt(method: string, path: string, known: string | undefined): void {
  const given = path.split('/');
  const [found] = ENDPOINTS.filter(
    ({ parts, methods }) =>
      methods.includes(method) &&
      parts.length === given.length &&
      parts.every((part, index) => part === given[index] || (part === ':id' && given[index] !== '')),
  ).sort((a, b) => a.pattern.split(':id').length - b.pattern.split(':id').length);
  if (!found || found.pattern === known) return;
  const message = `The sandbox has not built ${method} ${found.pattern}, though Stripe has it. See emulators/stripe/README.md.`;
  throw new Refusal(501, { type: 'invalid_request_error', code: 'not_implemented', message }, 'forget');
}
