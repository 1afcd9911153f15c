import type { AccountEntity } from '../state/payment-entities';
import {
  INCLUDABLE,
  changeAccount,
  formatAccount,
  formatAccountLink,
  formatAccountV2,
  newAccount,
} from '../accounts/accounts';
import { isInquiry, isOpenDispute } from '../money-back/disputes';
import { mergeMetadata } from '../payments/intents';
import { checkCurrency } from '../reference/amounts';
import type { Sandbox } from '../state/sandbox';
import * as p from '../wire/parameters';
import { Refusal, invalidParameter, missingResource, refused } from '../wire/refusal';
import { email } from './payment-intents';
import { route, type Route } from './resource';

const own = route('secret', 'GET /v1/account', p.parameters({}), ({ store }, { account }) => {
  const found = store.get('account', account);
  if (!found) throw missingResource('account', account, 'account');
  return formatAccount(found);
});

export const accountNotConnected = (account: string): Refusal =>
  new Refusal(
    403,
    {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    },
    'forget',
  );

const retrieve = route(
  'secret',
  'GET /v1/accounts/:id',
  p.parameters({}),
  ({ store, platform }, { account, id }) => {
    const found = store.get('account', id);
    const mayRead = account === id || account === platform;
    if (!found || !mayRead || found.connection !== 'connected') throw accountNotConnected(id);
    return formatAccount(found);
  },
);

export const accountRoutes: readonly Route[] = [own, retrieve];

const include = p.optional(p.list(p.oneOf(...INCLUDABLE)));

const country: p.Reader<string> = (value, param) => {
  const code = p.text(2)(value, param);
  if (!/^[A-Za-z]{2}$/.test(code)) throw invalidParameter(param, `Invalid country: ${code}`);
  return code.toUpperCase();
};

const capability = p.object({ requested: p.required(p.flag) });

/** https://docs.stripe.com/get-started/account/statement-descriptors */
const descriptor: p.Reader<string> = (value, param) => {
  const given = p.text()(value, param);
  if (!/^(?=.*[A-Za-z])[^<>\\'"*]{5,22}$/.test(given) || !/^[ -~]*$/.test(given))
    throw invalidParameter(
      param,
      'The statement descriptor must have 5 to 22 Latin characters, a letter, and none of < > \\ \' " *.',
    );
  return given;
};

const createParams = p.parameters({
  contact_email: p.optional(email),
  display_name: p.optional(p.text(200)),
  dashboard: p.optional(p.oneOf('express', 'full', 'none')),
  identity: p.optional(
    p.object({
      country: p.optional(country),
      entity_type: p.optional(p.oneOf('company', 'government_entity', 'individual', 'non_profit')),
    }),
  ),
  configuration: p.optional(
    p.object({
      merchant: p.optional(
        p.object({
          capabilities: p.optional(
            p.object({ card_payments: p.optional(capability), link_payments: p.optional(capability) }),
          ),
          statement_descriptor: p.optional(p.object({ descriptor: p.optional(descriptor) })),
        }),
      ),
    }),
  ),
  defaults: p.optional(
    p.object({
      currency: p.optional(p.text(3)),
      responsibilities: p.optional(
        p.object({
          fees_collector: p.required(
            p.oneOf('application', 'application_custom', 'application_express', 'stripe'),
          ),
          losses_collector: p.required(p.oneOf('application', 'stripe')),
        }),
      ),
    }),
  ),
  metadata: p.optional(p.metadata),
  include,
});

const HOME_CURRENCIES: Readonly<Record<string, string>> = {
  US: 'usd',
  GB: 'gbp',
  JP: 'jpy',
  CA: 'cad',
  AU: 'aud',
  NZ: 'nzd',
  CH: 'chf',
  SE: 'sek',
  NO: 'nok',
  DK: 'dkk',
  PL: 'pln',
  CZ: 'czk',
  HU: 'huf',
  RO: 'ron',
  SG: 'sgd',
  HK: 'hkd',
  MX: 'mxn',
  BR: 'brl',
  TH: 'thb',
  MY: 'myr',
  IN: 'inr',
};

const createV2 = route('secret', 'POST /v2/core/accounts', createParams, (sandbox, { params }) => {
  const home = params.identity?.country ?? 'US';
  const responsibilities = params.defaults?.responsibilities;
  const currency = params.defaults?.currency ?? HOME_CURRENCIES[home] ?? 'eur';
  const account = newAccount(sandbox, {
    id: sandbox.ids.next('acct'),
    email: params.contact_email ?? null,
    displayName: params.display_name ?? null,
    country: home,
    currency: checkCurrency(currency),
    entityType: params.identity?.entity_type ?? null,
    dashboard: params.dashboard ?? 'none',
    feesCollector: responsibilities?.fees_collector ?? 'application',
    lossesCollector: responsibilities?.losses_collector ?? 'application',
    cardPaymentsRequested: params.configuration?.merchant?.capabilities?.card_payments?.requested ?? false,
    linkPaymentsRequested: params.configuration?.merchant?.capabilities?.link_payments?.requested ?? false,
    statementDescriptor: params.configuration?.merchant?.statement_descriptor?.descriptor ?? null,
    metadata: mergeMetadata({}, params.metadata ?? null),
  });
  return formatAccountV2(account, params.include ?? []);
});

export function findAccount(sandbox: Sandbox, id: string): AccountEntity {
  const account = sandbox.store.get('account', id);
  if (!account || account.connection === 'deauthorized')
    throw refused(`No such account: '${id}'`, 'not_found', undefined, 404);
  return account;
}

const retrieveV2 = route(
  'secret',
  'GET /v2/core/accounts/:id',
  p.parameters({ include }),
  (sandbox, { id, params }) => formatAccountV2(findAccount(sandbox, id), params.include ?? []),
);

export const accountV2Routes: readonly Route[] = [createV2, retrieveV2];

/** A link works once, for a few minutes. */
const LIFE_SECONDS = 5 * 60;

const address = p.webAddress(2048);

const flow = p.object({
  refresh_url: p.required(address),
  return_url: p.optional(address),
  collection_options: p.optional(
    p.object({
      fields: p.optional(p.oneOf('currently_due', 'eventually_due')),
      future_requirements: p.optional(p.oneOf('include', 'omit')),
    }),
  ),
});

const linkParams = p.parameters({
  account: p.required(p.text()),
  use_case: p.required(
    p.object({
      type: p.required(p.oneOf('account_onboarding', 'account_update')),
      account_onboarding: p.optional(flow),
      account_update: p.optional(flow),
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

const closeParams = p.parameters({
  applied_configurations: p.optional(p.list(p.oneOf('customer', 'merchant', 'recipient'))),
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

export const accountLinkRoutes: readonly Route[] = [createLink, close];
