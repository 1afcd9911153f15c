import {
  formatAccountLink,
  formatAccountV2,
  configurationId,
  formatPaymentMethodConfiguration,
  changeAccount,
  configuredTypes,
  withPreference,
} from '../accounts/accounts';
import {
  formatBalance,
  formatBalanceSettings,
  formatBalanceTransaction,
  formatPayout,
  payManually,
} from '../accounts/balance';
import { formatCharge } from '../payments/charges';
import { deliveriesOf, formatEvent, type Sandbox, type EventEntity } from '../state/sandbox';
import { formatRefund, createRefund } from '../money-back/refunds';
import { isInquiry, isOpenDispute } from '../money-back/disputes';
import { findIntent, mergeMetadata } from '../payments/intents';
import type { AccountEntity, ChargeEntity, PayoutEntity } from '../state/payment-entities';
import {
  listPage,
  paging,
  flag,
  integer,
  list,
  list as listOf,
  metadata,
  object,
  oneOf,
  optional,
  parameters,
  required,
  text,
  unsettable,
  type Reader,
} from '../wire/parameters';
import { invalidParameter, missingParameter, missingResource, refused } from '../wire/refusal';
import { accountNotConnected, accountRoutes, accountV2Routes, findAccount } from './accounts';
import { billingPortalRoutes } from './billing-portal';
import { checkoutPageRoutes, savedCardRoutes } from './page-routes';
import { checkoutRoutes } from './checkout-sessions';
import { customerRoutes } from './customers';
import { disputeRoutes } from './disputes';
import { invoiceRoutes } from './invoices';
import { paymentIntentRoutes } from './payment-intents';
import { paymentMethodDomainRoutes } from './payment-method-domains';
import { productRoutes } from './products';
import { publishableRoutes } from './publishable';
import { route, type Route } from './route';
import { subscriptionRoutes } from './subscriptions';
import { webhookEndpointRoutes } from './webhook-endpoints';

/** A link works once, for a few minutes. */
const LIFE_SECONDS = 5 * 60;

const address: Reader<string> = (value, param) => {
  const url = text(2048)(value, param);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw invalidParameter(param, 'Not a valid URL', 'url_invalid');
  return url;
};

const flow = object({
  refresh_url: required(address),
  return_url: optional(address),
  collection_options: optional(
    object({
      fields: optional(oneOf('currently_due', 'eventually_due')),
      future_requirements: optional(oneOf('include', 'omit')),
    }),
  ),
});

const linkParams = parameters({
  account: required(text()),
  use_case: required(
    object({
      type: required(oneOf('account_onboarding', 'account_update')),
      account_onboarding: optional(flow),
      account_update: optional(flow),
    }),
  ),
});

const createLink = route('secret', 'POST /v2/core/account_links', linkParams, (sandbox, { params }) => {
  const account = findAccount(sandbox, params.account);
  const { type } = params.use_case;
  const chosen = params.use_case[type];
  if (!chosen) throw invalidParameter(`use_case.${type}`, `Missing required param: use_case.${type}.`);
  if (type === 'account_update' && account.dashboard === 'full')
    throw refused('Account links of type account_update are not supported for accounts with dashboard full.');
  const created = sandbox.clock.seconds();
  const link = {
    id: sandbox.ids.secret(32),
    account: account.id,
    created,
    expiresAt: created + LIFE_SECONDS,
    state: 'fresh',
    type,
    refreshUrl: chosen.refresh_url,
    returnUrl: chosen.return_url ?? null,
    fields: chosen.collection_options?.fields ?? 'currently_due',
  } as const;
  sandbox.store.put('accountLink', link);
  return formatAccountLink(link, sandbox.origin());
});

const closeParams = parameters({
  applied_configurations: optional(list(oneOf('customer', 'merchant', 'recipient'))),
});

function hasOpenMoney({ store }: Sandbox, account: string): boolean {
  return store
    .all('dispute')
    .some((dispute) => dispute.account === account && isOpenDispute(dispute) && !isInquiry(dispute));
}

const close = route('secret', 'POST /v2/core/accounts/:id/close', closeParams, (sandbox, { id }) => {
  const account = findAccount(sandbox, id);
  if (account.role === 'platform') throw refused('The platform account cannot be closed.');
  if (hasOpenMoney(sandbox, id)) throw refused('This account has open disputes and cannot be closed.');
  const closed = changeAccount(sandbox, account, { connection: 'closed', cardPayments: 'restricted' });
  return formatAccountV2(closed, []);
});

const accountLinkRoutes: readonly Route[] = [createLink, close];

function findPayout({ store }: Pick<Sandbox, 'store'>, account: string, id: string): PayoutEntity {
  const payout = store.get('payout', id);
  if (!payout || payout.account !== account) throw missingResource('payout', id, 'payout');
  return payout;
}

function accountOf({ store }: Pick<Sandbox, 'store'>, id: string): AccountEntity {
  const account = store.get('account', id);
  if (!account) throw missingResource('account', id, 'id');
  return account;
}

const createParams = parameters({
  amount: required(integer(1)),
  currency: required(text(3)),
  description: optional(text()),
  metadata: optional(unsettable(metadata)),
});

const create = route('secret', 'POST /v1/payouts', createParams, (sandbox, { account, params }) =>
  formatPayout(
    payManually(sandbox, {
      account,
      amount: params.amount,
      currency: params.currency.toLowerCase(),
      description: params.description ?? null,
      metadata: mergeMetadata({}, params.metadata ?? null),
    }),
  ),
);

const retrieve = route('secret', 'GET /v1/payouts/:id', parameters({}), (sandbox, { account, id }) =>
  formatPayout(findPayout(sandbox, account, id)),
);

const listParams = parameters({ ...paging, status: optional(text()) });

const payoutsList = route('secret', 'GET /v1/payouts', listParams, ({ store }, { account, params }) => {
  const { status } = params;
  const own = store
    .all('payout')
    .filter((payout) => payout.account === account && (status === undefined || payout.status === status));
  return listPage('payout', '/v1/payouts', own, params, formatPayout);
});

const balance = route('secret', 'GET /v1/balance', parameters({}), (sandbox, { account }) =>
  formatBalance(sandbox, accountOf(sandbox, account)),
);

const settings = route('secret', 'GET /v1/balance_settings', parameters({}), (sandbox, { account }) =>
  formatBalanceSettings(accountOf(sandbox, account)),
);

const payoutRoutes: readonly Route[] = [create, retrieve, payoutsList, balance, settings];

const balanceTransactionsRetrieve = route(
  'secret',
  'GET /v1/balance_transactions/:id',
  parameters({}),
  (sandbox, { account, id }) => {
    const found = sandbox.store.get('balanceTransaction', id);
    if (!found || found.account !== account) throw missingResource('balance transaction', id, 'id');
    return formatBalanceTransaction(found, sandbox.clock.seconds());
  },
);

const balanceTransactionsListParams = parameters({
  ...paging,
  currency: optional(text()),
  payout: optional(text()),
  source: optional(text()),
  type: optional(text()),
});

const balanceTransactionsList = route(
  'secret',
  'GET /v1/balance_transactions',
  balanceTransactionsListParams,
  (sandbox, { account, params }) => {
    const { currency, payout, source, type } = params;
    if (payout !== undefined && !findPayout(sandbox, account, payout).automatic)
      throw refused(
        'Balance transaction history can only be filtered on automatic transfers, not manual.',
        undefined,
        'payout',
      );
    const own = sandbox.store
      .all('balanceTransaction')
      .filter(
        (booked) =>
          booked.account === account &&
          (currency === undefined || booked.currency === currency) &&
          (payout === undefined || booked.payout === payout) &&
          (source === undefined || booked.source === source) &&
          (type === undefined || booked.type === type),
      );
    return listPage('balance transaction', '/v1/balance_transactions', own, params, (booked) =>
      formatBalanceTransaction(booked, sandbox.clock.seconds()),
    );
  },
);

const balanceTransactionRoutes: readonly Route[] = [balanceTransactionsRetrieve, balanceTransactionsList];

function findCharge(sandbox: Sandbox, account: string, id: string, param = 'id'): ChargeEntity {
  const charge = sandbox.store.get('charge', id);
  if (!charge || charge.account !== account) throw missingResource('charge', id, param);
  return charge;
}

const chargesRetrieve = route('secret', 'GET /v1/charges/:id', parameters({}), (sandbox, { account, id }) =>
  formatCharge(sandbox, findCharge(sandbox, account, id)),
);

const chargesListParams = parameters({ ...paging, payment_intent: optional(text()) });

const chargesList = route('secret', 'GET /v1/charges', chargesListParams, (sandbox, { account, params }) => {
  const wanted = params.payment_intent;
  const own = sandbox.store
    .all('charge')
    .filter(
      (charge) => charge.account === account && (wanted === undefined || charge.paymentIntent === wanted),
    );
  return listPage('charge', '/v1/charges', own, params, (charge) => formatCharge(sandbox, charge));
});

const chargeRoutes: readonly Route[] = [chargesRetrieve, chargesList];

const THIRTY_DAYS = 30 * 24 * 3600;

const isKept = ({ clock }: Sandbox, event: EventEntity) => event.created > clock.seconds() - THIRTY_DAYS;

const eventsRetrieve = route('secret', 'GET /v1/events/:id', parameters({}), (sandbox, { account, id }) => {
  const event = sandbox.store.get('event', id);
  if (!event || event.account !== account || !isKept(sandbox, event))
    throw missingResource('event', id, 'id');
  return formatEvent(sandbox, event);
});

/** `charge.*` matches every type that starts with `charge.`. */
const fits = (pattern: string, type: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;

/** True when every matching endpoint has received it. */
const wasDelivered = ({ store }: Sandbox, event: EventEntity): boolean =>
  deliveriesOf(store, event.id).every(({ state }) => state === 'delivered');

const eventsListParams = parameters({
  ...paging,
  type: optional(text()),
  types: optional(listOf(text())),
  delivery_success: optional(flag),
});

const eventsList = route('secret', 'GET /v1/events', eventsListParams, (sandbox, { account, params }) => {
  const { type, types, delivery_success: delivered } = params;
  if (type !== undefined && types !== undefined)
    throw invalidParameter(
      'types',
      'You may pass only one of these parameters: type, types.',
      'parameters_exclusive',
    );
  const patterns = type === undefined ? types : [type];
  const own = sandbox.store
    .all('event')
    .filter(
      (event) =>
        event.account === account &&
        isKept(sandbox, event) &&
        (patterns === undefined || patterns.some((pattern) => fits(pattern, event.type))) &&
        (delivered === undefined || wasDelivered(sandbox, event) === delivered),
    );
  return listPage('event', '/v1/events', own, params, (event) => formatEvent(sandbox, event));
});

const eventRoutes: readonly Route[] = [eventsRetrieve, eventsList];

function paymentMethodConfigurationsFindAccount({ store }: Sandbox, id: string): AccountEntity {
  const found = store.get('account', id);
  if (found === undefined) throw accountNotConnected(id);
  return found;
}

function findOwn(sandbox: Sandbox, account: string, id: string): AccountEntity {
  const found = paymentMethodConfigurationsFindAccount(sandbox, account);
  if (configurationId(found) !== id)
    throw missingResource('payment_method_configuration', id, 'configuration');
  return found;
}

const { created: _, ...pages } = paging;

const paymentMethodConfigurationsList = route(
  'secret',
  'GET /v1/payment_method_configurations',
  parameters({ ...pages, application: optional(text()) }),
  (sandbox, { account, params }) => {
    const found = paymentMethodConfigurationsFindAccount(sandbox, account);
    const entity = { id: configurationId(found), created: found.created };
    return listPage(
      'payment_method_configuration',
      '/v1/payment_method_configurations',
      [entity],
      params,
      () => formatPaymentMethodConfiguration(found),
    );
  },
);

const paymentMethodConfigurationsRetrieve = route(
  'secret',
  'GET /v1/payment_method_configurations/:id',
  parameters({}),
  (sandbox, { account, id }) => formatPaymentMethodConfiguration(findOwn(sandbox, account, id)),
);

const setting = object({
  display_preference: optional(object({ preference: optional(oneOf('none', 'off', 'on')) })),
});
const paymentMethodConfigurationsSettings = Object.fromEntries(
  configuredTypes.map((type) => [type, optional(setting)]),
);

/** `none` takes the owner's choice back. Stripe sends no event for it. */
const update = route(
  'secret',
  'POST /v1/payment_method_configurations/:id',
  parameters(paymentMethodConfigurationsSettings),
  (sandbox, { account, id, params }) => {
    let changed = findOwn(sandbox, account, id);
    for (const [type, given] of Object.entries(params)) {
      const wanted = given?.display_preference?.preference;
      if (wanted !== undefined) changed = withPreference(changed, type, wanted);
    }
    sandbox.store.put('account', changed);
    return formatPaymentMethodConfiguration(changed);
  },
);

const paymentMethodConfigurationRoutes: readonly Route[] = [
  paymentMethodConfigurationsList,
  paymentMethodConfigurationsRetrieve,
  update,
];

const refundsCreateParams = parameters({
  payment_intent: optional(text()),
  charge: optional(text()),
  amount: optional(integer(1)),
  reason: optional(oneOf('duplicate', 'fraudulent', 'requested_by_customer')),
  refund_application_fee: optional(flag),
  metadata: optional(unsettable(metadata)),
});

function chargeOf(
  sandbox: Sandbox,
  account: string,
  params: { readonly payment_intent?: string; readonly charge?: string },
): ChargeEntity {
  if (params.charge !== undefined) return findCharge(sandbox, account, params.charge, 'charge');
  if (params.payment_intent === undefined) throw missingParameter('payment_intent');
  const intent = findIntent(sandbox, account, params.payment_intent);
  const charge = intent.latestCharge === null ? undefined : sandbox.store.get('charge', intent.latestCharge);
  if (intent.status !== 'succeeded' || !charge)
    throw refused(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
      'payment_intent',
    );
  return charge;
}

const refundsCreate = route(
  'secret',
  'POST /v1/refunds',
  refundsCreateParams,
  (sandbox, { account, params }) => {
    if (params.refund_application_fee && account === sandbox.platform)
      throw refused('This charge has no application fee to refund.', undefined, 'refund_application_fee');
    const refund = createRefund(sandbox, chargeOf(sandbox, account, params), {
      amount: params.amount ?? null,
      reason: params.reason ?? null,
      metadata: mergeMetadata({}, params.metadata ?? null),
      refundApplicationFee: params.refund_application_fee ?? false,
    });
    return formatRefund(refund);
  },
);

const refundsRetrieve = route(
  'secret',
  'GET /v1/refunds/:id',
  parameters({}),
  ({ store }, { account, id }) => {
    const refund = store.get('refund', id);
    if (!refund || refund.account !== account) throw missingResource('refund', id, 'refund');
    return formatRefund(refund);
  },
);

const refundsListParams = parameters({
  ...paging,
  payment_intent: optional(text()),
  charge: optional(text()),
});

const refundsList = route(
  'secret',
  'GET /v1/refunds',
  refundsListParams,
  ({ store }, { account, params }) => {
    const own = store
      .all('refund')
      .filter(
        (refund) =>
          refund.account === account &&
          (params.payment_intent === undefined || refund.paymentIntent === params.payment_intent) &&
          (params.charge === undefined || refund.charge === params.charge),
      );
    return listPage('refund', '/v1/refunds', own, params, formatRefund);
  },
);

const refundRoutes: readonly Route[] = [refundsCreate, refundsRetrieve, refundsList];

export const ALL_ROUTES: readonly Route[] = [
  ...paymentIntentRoutes,
  ...chargeRoutes,
  ...balanceTransactionRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...payoutRoutes,
  ...accountRoutes,
  ...accountV2Routes,
  ...accountLinkRoutes,
  ...checkoutRoutes,
  ...productRoutes,
  ...customerRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...billingPortalRoutes,
  ...paymentMethodConfigurationRoutes,
  ...paymentMethodDomainRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
  ...publishableRoutes,
  ...checkoutPageRoutes,
  ...savedCardRoutes,
];
