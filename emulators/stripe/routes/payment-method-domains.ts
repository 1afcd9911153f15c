import { formatPaymentMethodDomain } from '../accounts/accounts';
import type { Sandbox } from '../state/sandbox';
import type { PaymentMethodDomainEntity } from '../state/payment-entities';
import {
  listPage,
  paging,
  flag,
  optional,
  parameters,
  required,
  text,
  type Reader,
} from '../wire/parameters';
import { invalidParameter, missingResource } from '../wire/refusal';
import { route, type Route } from './route';

const domainName: Reader<string> = (value, param) => {
  const name = text(253)(value, param).toLowerCase();
  if (!/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(name))
    throw invalidParameter(
      param,
      `The domain name ${name} is not valid. Pass a domain without scheme, port or path.`,
    );
  return name;
};

function find({ store }: Sandbox, account: string, id: string): PaymentMethodDomainEntity {
  const domain = store.get('paymentMethodDomain', id);
  if (!domain || domain.account !== account)
    throw missingResource('payment_method_domain', id, 'payment_method_domain');
  return domain;
}

const createParams = parameters({ domain_name: required(domainName), enabled: optional(flag) });

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

const retrieve = route(
  'secret',
  'GET /v1/payment_method_domains/:id',
  parameters({}),
  (sandbox, { account, id }) => formatPaymentMethodDomain(find(sandbox, account, id)),
);

const { created: _, ...pages } = paging;
const listParams = parameters({ ...pages, domain_name: optional(text()), enabled: optional(flag) });

const list = route(
  'secret',
  'GET /v1/payment_method_domains',
  listParams,
  ({ store }, { account, params }) => {
    const own = store
      .all('paymentMethodDomain')
      .filter(
        (domain) =>
          domain.account === account &&
          (params.domain_name === undefined || domain.domainName === params.domain_name.toLowerCase()) &&
          (params.enabled === undefined || domain.enabled === params.enabled),
      );
    return listPage(
      'payment_method_domain',
      '/v1/payment_method_domains',
      own,
      params,
      formatPaymentMethodDomain,
    );
  },
);

const update = route(
  'secret',
  'POST /v1/payment_method_domains/:id',
  parameters({ enabled: optional(flag) }),
  (sandbox, { account, id, params }) => {
    const domain = find(sandbox, account, id);
    const changed = { ...domain, enabled: params.enabled ?? domain.enabled };
    sandbox.store.put('paymentMethodDomain', changed);
    return formatPaymentMethodDomain(changed);
  },
);

const validate = route(
  'secret',
  'POST /v1/payment_method_domains/:id/validate',
  parameters({}),
  (sandbox, { account, id }) => formatPaymentMethodDomain(find(sandbox, account, id)),
);

export const paymentMethodDomainRoutes: readonly Route[] = [create, retrieve, list, update, validate];
