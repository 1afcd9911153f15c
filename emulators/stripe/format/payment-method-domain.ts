import type Stripe from 'stripe';
import type { PaymentMethodDomainEntity } from '../state/account-entities';

/** The sandbox cannot visit domains, so every registered domain counts as verified. */
export function formatPaymentMethodDomain(domain: PaymentMethodDomainEntity): Stripe.PaymentMethodDomain {
  const status = domain.enabled ? 'active' : 'inactive';
  return {
    id: domain.id,
    object: 'payment_method_domain',
    amazon_pay: { status },
    apple_pay: { status },
    created: domain.created,
    domain_name: domain.domainName,
    enabled: domain.enabled,
    google_pay: { status },
    klarna: { status },
    link: { status },
    livemode: false,
    paypal: { status },
  } satisfies Stripe.PaymentMethodDomain;
}
