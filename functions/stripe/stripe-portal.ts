import type Stripe from 'stripe';
import { metadataKeys } from '../../core/tip/state/payment-snapshot';
import { keyOfTexts, on } from './stripe-call';
import type { Portal, PortalOrder, PortalVisit } from './subscriptions';

/** Free amounts are no prices that the portal could offer, so it changes none. Stopping there is as stopping here: at the end of the period. */
const features = {
  subscription_cancel: {
    enabled: true,
    mode: 'at_period_end',
    proration_behavior: 'none',
    cancellation_reason: { enabled: false, options: '' },
  },
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
  customer_update: { enabled: true, allowed_updates: ['email', 'name'] },
  subscription_update: { enabled: false },
} as const satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features;

export async function makePortal(
  stripe: Stripe,
  { account, uid, version, headline, returnUrl }: PortalOrder,
): Promise<Portal> {
  const idempotencyKey = keyOfTexts(`portal:${uid}:${account ?? 'own'}:${version}`, [headline, returnUrl]);
  const made = await stripe.billingPortal.configurations.create(
    {
      name: 'Busker',
      metadata: { [metadataKeys.uid]: uid },
      default_return_url: returnUrl,
      business_profile: { headline },
      features: { ...features, customer_update: { enabled: true, allowed_updates: ['email', 'name'] } },
      login_page: { enabled: true },
    },
    { ...on(account), idempotencyKey },
  );
  return { configurationId: made.id, loginUrl: made.login_page.url };
}

/** The address lives for minutes. An old one asks for the fan's mail address instead of failing. */
export async function openPortal(
  stripe: Stripe,
  { account, configurationId, customerId, returnUrl, flow }: PortalVisit,
): Promise<{ readonly url: string }> {
  const redirect = { type: 'redirect', redirect: { return_url: returnUrl } } as const;
  const { url } = await stripe.billingPortal.sessions.create(
    {
      customer: customerId,
      configuration: configurationId,
      return_url: returnUrl,
      locale: 'auto',
      after_expiration: { type: 'customer_login' },
      ...(flow === 'card' && { flow_data: { type: 'payment_method_update', after_completion: redirect } }),
    },
    on(account),
  );
  return { url };
}

/** Whether the configuration can be used: an owner can switch it off at Stripe. Asked only after a visit was refused. */
export async function isOpenPortal(
  stripe: Stripe,
  { account, configurationId }: Pick<PortalVisit, 'account' | 'configurationId'>,
): Promise<boolean> {
  const { active } = await stripe.billingPortal.configurations.retrieve(configurationId, {}, on(account));
  return active;
}
