import { newPortalSession, formatConfiguration, formatPortalSession } from '../customers/portal';
import { mergeMetadata } from '../payments/intents';
import type { Sandbox } from '../state/sandbox';
import type { PortalConfigurationEntity, PortalFlow } from '../state/billing-entities';
import * as p from '../wire/parameters';
import { invalidParameter, missingParameter, missingResource, refused } from '../wire/refusal';
import { by, resource, route, type Route } from './resource';

const address = p.webAddress(5000);

/** `''` clears a list, as it does a text. */
const names = <const T extends string>(...values: readonly T[]): p.Reader<readonly T[]> => {
  const read = p.list(p.oneOf(...values));
  return (value, param) => (value === '' ? [] : read(value, param));
};

const features = p.object({
  customer_update: p.optional(
    p.object({
      enabled: p.required(p.flag),
      allowed_updates: p.optional(names('email', 'name', 'address', 'phone')),
    }),
  ),
  invoice_history: p.optional(p.object({ enabled: p.required(p.flag) })),
  payment_method_update: p.optional(p.object({ enabled: p.required(p.flag) })),
  subscription_cancel: p.optional(
    p.object({
      enabled: p.required(p.flag),
      mode: p.optional(p.oneOf('at_period_end', 'immediately')),
      proration_behavior: p.optional(p.oneOf('none')),
      cancellation_reason: p.optional(
        p.object({ enabled: p.required(p.flag), options: p.required(names()) }),
      ),
    }),
  ),
  subscription_update: p.optional(p.object({ enabled: p.required(off) })),
});

/** The sandbox's portal has no such page. */
function off(value: Parameters<p.Reader<boolean>>[0], param: string): false {
  if (p.flag(value, param)) throw invalidParameter(param, 'The sandbox’s portal does not support this.');
  return false;
}

const shared = {
  business_profile: p.optional(
    p.object({
      headline: p.optional(p.unsettable(p.text(60))),
      privacy_policy_url: p.optional(address),
      terms_of_service_url: p.optional(address),
    }),
  ),
  default_return_url: p.optional(p.unsettable(address)),
  login_page: p.optional(p.object({ enabled: p.required(p.flag) })),
  name: p.optional(p.unsettable(p.text(100))),
};

const configurationParams = p.parameters({
  ...shared,
  features: p.required(features),
  metadata: p.optional(p.metadata),
});

const configurationUpdateParams = p.parameters({
  ...shared,
  active: p.optional(p.flag),
  features: p.optional(features),
  metadata: p.optional(p.unsettable(p.metadata)),
});

const sessionParams = p.parameters({
  customer: p.required(p.text()),
  configuration: p.optional(p.text()),
  return_url: p.optional(address),
  locale: p.optional(
    p.oneOf('auto', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'zh', 'zh-HK', 'zh-TW'),
  ),
  after_expiration: p.optional(p.object({ type: p.required(p.oneOf('customer_login')) })),
  flow_data: p.optional(
    p.object({
      type: p.required(p.oneOf('payment_method_update', 'subscription_cancel')),
      subscription_cancel: p.optional(p.object({ subscription: p.required(p.text()) })),
      after_completion: p.optional(
        p.object({
          type: p.required(p.oneOf('portal_homepage', 'redirect')),
          redirect: p.optional(p.object({ return_url: p.required(address) })),
        }),
      ),
    }),
  ),
});

type Given = ReturnType<typeof configurationUpdateParams.read>;
type Features = PortalConfigurationEntity['features'];

const NO_FEATURES: Features = {
  cancel: false,
  cancelMode: 'at_period_end',
  method: false,
  invoices: false,
  customer: false,
  customerUpdates: [],
};

function withFeatures(before: Features, given: Given['features']): Features {
  return {
    cancel: given?.subscription_cancel?.enabled ?? before.cancel,
    cancelMode: given?.subscription_cancel?.mode ?? before.cancelMode,
    method: given?.payment_method_update?.enabled ?? before.method,
    invoices: given?.invoice_history?.enabled ?? before.invoices,
    customer: given?.customer_update?.enabled ?? before.customer,
    customerUpdates: given?.customer_update?.allowed_updates ?? before.customerUpdates,
  };
}

function loginPageOf({ ids }: Sandbox, before: string | null, given: Given['login_page']): string | null {
  if (given === undefined) return before;
  return given.enabled ? (before ?? `test_${ids.secret(20)}`) : null;
}

function changed(
  sandbox: Sandbox,
  before: PortalConfigurationEntity,
  given: Given,
): PortalConfigurationEntity {
  const { business_profile: profile, metadata } = given;
  const configuration: PortalConfigurationEntity = {
    ...before,
    updated: sandbox.clock.seconds(),
    active: given.active ?? before.active,
    name: given.name === undefined ? before.name : given.name,
    headline: profile?.headline === undefined ? before.headline : profile.headline,
    privacyPolicyUrl: profile?.privacy_policy_url ?? before.privacyPolicyUrl,
    termsOfServiceUrl: profile?.terms_of_service_url ?? before.termsOfServiceUrl,
    defaultReturnUrl:
      given.default_return_url === undefined ? before.defaultReturnUrl : given.default_return_url,
    metadata: metadata === undefined ? before.metadata : mergeMetadata(before.metadata, metadata),
    loginPage: loginPageOf(sandbox, before.loginPage, given.login_page),
    features: withFeatures(before.features, given.features),
  };
  sandbox.store.put('portalConfiguration', configuration);
  return configuration;
}

const create = route(
  'secret',
  'POST /v1/billing_portal/configurations',
  configurationParams,
  (sandbox, { account, params }) => {
    const created = sandbox.clock.seconds();
    const blank: PortalConfigurationEntity = {
      id: sandbox.ids.next('bpc'),
      account,
      created,
      updated: created,
      active: true,
      name: null,
      headline: null,
      privacyPolicyUrl: null,
      termsOfServiceUrl: null,
      defaultReturnUrl: null,
      metadata: {},
      loginPage: null,
      features: NO_FEATURES,
    };
    return formatConfiguration(sandbox, changed(sandbox, blank, params));
  },
);

const configurations = resource('portalConfiguration', {
  address: '/v1/billing_portal/configurations',
  called: 'configuration',
  param: 'configuration',
  format: formatConfiguration,
});

const update = route(
  'secret',
  'POST /v1/billing_portal/configurations/:id',
  configurationUpdateParams,
  (sandbox, { account, id, params }) =>
    formatConfiguration(sandbox, changed(sandbox, configurations.find(sandbox, account, id), params)),
);

type Asked = ReturnType<typeof sessionParams.read>;

function flowOf(sandbox: Sandbox, customer: string, flow: Asked['flow_data']): PortalFlow {
  if (flow === undefined) return { type: 'home' };
  const after = flow.after_completion;
  if (after?.type === 'redirect' && after.redirect === undefined)
    throw missingParameter('flow_data[after_completion][redirect]');
  const afterUrl = after?.redirect?.return_url ?? null;
  if (flow.type === 'payment_method_update') return { type: flow.type, afterUrl };
  const id = flow.subscription_cancel?.subscription;
  if (id === undefined) throw missingParameter('flow_data[subscription_cancel]');
  const subscription = sandbox.store.get('subscription', id);
  if (!subscription || subscription.customer !== customer)
    throw missingResource('subscription', id, 'flow_data[subscription_cancel][subscription]');
  if (subscription.status === 'canceled' || subscription.cancelAt !== null)
    throw refused('The subscription in the flow is already set to be canceled.', undefined, 'flow_data');
  return { type: flow.type, subscription: id, afterUrl };
}

const NO_CONFIGURATION =
  'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.';

const createSession = route(
  'secret',
  'POST /v1/billing_portal/sessions',
  sessionParams,
  (sandbox, { account, params }) => {
    const customer = sandbox.store.get('customer', params.customer);
    if (!customer || customer.account !== account || customer.deleted)
      throw missingResource('customer', params.customer, 'customer');
    if (params.configuration === undefined) throw refused(NO_CONFIGURATION);
    const configuration = configurations.find(sandbox, account, params.configuration);
    if (!configuration.active)
      throw invalidParameter('configuration', 'The configuration is inactive and cannot be used.');
    const session = newPortalSession(sandbox, {
      account,
      configuration: configuration.id,
      customer: customer.id,
      returnUrl: params.return_url ?? configuration.defaultReturnUrl,
      locale: params.locale ?? null,
      flow: flowOf(sandbox, customer.id, params.flow_data),
      afterExpiration: params.after_expiration?.type ?? null,
    });
    return formatPortalSession(sandbox, session);
  },
);

export const billingPortalRoutes: readonly Route[] = [
  create,
  configurations.list(
    { active: by(p.flag, (configuration) => configuration.active) },
    { pages: p.pagesWithoutCreated },
  ),
  configurations.retrieve,
  update,
  createSession,
];
