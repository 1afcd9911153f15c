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

export const UNSUPPORTED_PARAMETERS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(TABLE).map(([address, names]) => [address, names.split(' ')]),
);
