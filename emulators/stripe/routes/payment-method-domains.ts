import type { AccountEntity, PaymentMethodDomainEntity } from '../state/payment-entities';
import {
  configurationId,
  configuredTypes,
  formatPaymentMethodConfiguration,
  formatPaymentMethodDomain,
  withPreference,
} from '../accounts/accounts';
import type { Sandbox } from '../state/sandbox';
import * as p from '../wire/parameters';
import { invalidParameter, missingResource } from '../wire/refusal';
import { accountNotConnected } from './accounts';
import { by, keeping, resource, route, type Route } from './resource';

const domainName: p.Reader<string> = (value, param) => {
  const name = p.text(253)(value, param).toLowerCase();
  if (!/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(name))
    throw invalidParameter(
      param,
      `The domain name ${name} is not valid. Pass a domain without scheme, port or path.`,
    );
  return name;
};

const domains = resource('paymentMethodDomain', {
  address: '/v1/payment_method_domains',
  called: 'payment_method_domain',
  param: 'payment_method_domain',
  format: (_, domain) => formatPaymentMethodDomain(domain),
});

const createParams = p.parameters({ domain_name: p.required(domainName), enabled: p.optional(p.flag) });

/** Registering a name again returns the existing domain. */
const create = route(
  'secret',
  'POST /v1/payment_method_domains',
  createParams,
  (sandbox, { account, params }) => {
    const known = sandbox.store
      .all('paymentMethodDomain')
      .find((domain) => domain.account === account && domain.domainName === params.domain_name);
    const domain: PaymentMethodDomainEntity = {
      id: known?.id ?? sandbox.ids.next('pmd'),
      account,
      created: known?.created ?? sandbox.clock.seconds(),
      domainName: params.domain_name,
      enabled: params.enabled ?? true,
    };
    sandbox.store.put('paymentMethodDomain', domain);
    return formatPaymentMethodDomain(domain);
  },
);

const update = route(
  'secret',
  'POST /v1/payment_method_domains/:id',
  p.parameters({ enabled: p.optional(p.flag) }),
  (sandbox, { account, id, params }) => {
    const domain = domains.find(sandbox, account, id);
    const changed = { ...domain, enabled: params.enabled ?? domain.enabled };
    sandbox.store.put('paymentMethodDomain', changed);
    return formatPaymentMethodDomain(changed);
  },
);

const validate = route(
  'secret',
  'POST /v1/payment_method_domains/:id/validate',
  p.parameters({}),
  (sandbox, { account, id }) => formatPaymentMethodDomain(domains.find(sandbox, account, id)),
);

export const paymentMethodDomainRoutes: readonly Route[] = [
  create,
  domains.retrieve,
  domains.list(
    {
      domain_name: keeping(p.text(), (domain, name) => domain.domainName === name.toLowerCase()),
      enabled: by(p.flag, (domain) => domain.enabled),
    },
    { pages: p.pagesWithoutCreated },
  ),
  update,
  validate,
];

function accountOf({ store }: Sandbox, id: string): AccountEntity {
  const found = store.get('account', id);
  if (found === undefined) throw accountNotConnected(id);
  return found;
}

function findOwn(sandbox: Sandbox, account: string, id: string): AccountEntity {
  const found = accountOf(sandbox, account);
  if (configurationId(found) !== id)
    throw missingResource('payment_method_configuration', id, 'configuration');
  return found;
}

const listConfigurations = route(
  'secret',
  'GET /v1/payment_method_configurations',
  p.parameters({ ...p.pagesWithoutCreated, application: p.optional(p.text()) }),
  (sandbox, { account, params }) => {
    const found = accountOf(sandbox, account);
    const entity = { id: configurationId(found), created: found.created };
    return p.listPage(
      'payment_method_configuration',
      '/v1/payment_method_configurations',
      [entity],
      params,
      () => formatPaymentMethodConfiguration(found),
    );
  },
);

const retrieveConfiguration = route(
  'secret',
  'GET /v1/payment_method_configurations/:id',
  p.parameters({}),
  (sandbox, { account, id }) => formatPaymentMethodConfiguration(findOwn(sandbox, account, id)),
);

const setting = p.object({
  display_preference: p.optional(p.object({ preference: p.optional(p.oneOf('none', 'off', 'on')) })),
});
const settings = Object.fromEntries(configuredTypes.map((type) => [type, p.optional(setting)]));

/** `none` takes the owner's choice back. Stripe sends no event for it. */
const updateConfiguration = route(
  'secret',
  'POST /v1/payment_method_configurations/:id',
  p.parameters(settings),
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

export const paymentMethodConfigurationRoutes: readonly Route[] = [
  listConfigurations,
  retrieveConfiguration,
  updateConfiguration,
];
