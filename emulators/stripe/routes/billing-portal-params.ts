import {
  flag,
  list,
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
import { invalidParameter } from '../wire/refusal';

const address: Reader<string> = (value, param) => {
  const url = text(5000)(value, param);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw invalidParameter(param, 'Not a valid URL', 'url_invalid');
  return url;
};

/** `''` clears a list, as it does a text. */
const names = <const T extends string>(...values: readonly T[]): Reader<readonly T[]> => {
  const read = list(oneOf(...values));
  return (value, param) => (value === '' ? [] : read(value, param));
};

const features = object({
  customer_update: optional(
    object({
      enabled: required(flag),
      allowed_updates: optional(names('email', 'name', 'address', 'phone')),
    }),
  ),
  invoice_history: optional(object({ enabled: required(flag) })),
  payment_method_update: optional(object({ enabled: required(flag) })),
  subscription_cancel: optional(
    object({
      enabled: required(flag),
      mode: optional(oneOf('at_period_end', 'immediately')),
      proration_behavior: optional(oneOf('none')),
      cancellation_reason: optional(object({ enabled: required(flag), options: required(names()) })),
    }),
  ),
  subscription_update: optional(object({ enabled: required(off) })),
});

/** The sandbox's portal has no such page. */
function off(value: Parameters<Reader<boolean>>[0], param: string): false {
  if (flag(value, param)) throw invalidParameter(param, 'The sandbox’s portal does not support this.');
  return false;
}

const shared = {
  business_profile: optional(
    object({
      headline: optional(unsettable(text(60))),
      privacy_policy_url: optional(address),
      terms_of_service_url: optional(address),
    }),
  ),
  default_return_url: optional(unsettable(address)),
  login_page: optional(object({ enabled: required(flag) })),
  name: optional(unsettable(text(100))),
};

export const configurationParams = parameters({
  ...shared,
  features: required(features),
  metadata: optional(metadata),
});

export const configurationUpdateParams = parameters({
  ...shared,
  active: optional(flag),
  features: optional(features),
  metadata: optional(unsettable(metadata)),
});

export const sessionParams = parameters({
  customer: required(text()),
  configuration: optional(text()),
  return_url: optional(address),
  locale: optional(
    oneOf('auto', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'zh', 'zh-HK', 'zh-TW'),
  ),
  after_expiration: optional(object({ type: required(oneOf('customer_login')) })),
  flow_data: optional(
    object({
      type: required(oneOf('payment_method_update', 'subscription_cancel')),
      subscription_cancel: optional(object({ subscription: required(text()) })),
      after_completion: optional(
        object({
          type: required(oneOf('portal_homepage', 'redirect')),
          redirect: optional(object({ return_url: required(address) })),
        }),
      ),
    }),
  ),
});
