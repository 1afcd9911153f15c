import { formatAccountLink, formatAccountV2 } from '../format/account-v2';
import { changeAccount } from '../payments/accounts';
import { isInquiry, isOpenDispute } from '../payments/chargebacks';
import type { Sandbox } from '../sandbox';
import { list, object, oneOf, optional, parameters, required, text, type Reader } from '../wire/parameters';
import { invalidParameter, refused } from '../wire/refusal';
import { findAccount } from './accounts-v2';
import { route, type Route } from './route';

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

export const accountLinkRoutes: readonly Route[] = [createLink, close];
