import { configurationId, formatPaymentMethodConfiguration } from '../format/payment-method-configuration';
import { configuredTypes, withPreference } from '../payments/way-settings';
import type { Sandbox } from '../sandbox';
import type { AccountEntity } from '../state/account-entities';
import { listPage, paging } from '../wire/lists';
import { object, oneOf, optional, parameters, text } from '../wire/parameters';
import { missingResource } from '../wire/refusal';
import { accountNotConnected } from './accounts';
import { route, type Route } from './route';

function findAccount({ store }: Sandbox, id: string): AccountEntity {
  const found = store.get('account', id);
  if (found === undefined) throw accountNotConnected(id);
  return found;
}

function findOwn(sandbox: Sandbox, account: string, id: string): AccountEntity {
  const found = findAccount(sandbox, account);
  if (configurationId(found) !== id)
    throw missingResource('payment_method_configuration', id, 'configuration');
  return found;
}

const { created: _, ...pages } = paging;

const list = route(
  'secret',
  'GET /v1/payment_method_configurations',
  parameters({ ...pages, application: optional(text()) }),
  (sandbox, { account, params }) => {
    const found = findAccount(sandbox, account);
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

const retrieve = route(
  'secret',
  'GET /v1/payment_method_configurations/:id',
  parameters({}),
  (sandbox, { account, id }) => formatPaymentMethodConfiguration(findOwn(sandbox, account, id)),
);

const setting = object({
  display_preference: optional(object({ preference: optional(oneOf('none', 'off', 'on')) })),
});
const settings = Object.fromEntries(configuredTypes.map((type) => [type, optional(setting)]));

/** `none` takes the owner's choice back. Stripe sends no event for it. */
const update = route(
  'secret',
  'POST /v1/payment_method_configurations/:id',
  parameters(settings),
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

export const paymentMethodConfigurationRoutes: readonly Route[] = [list, retrieve, update];
