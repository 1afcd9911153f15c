import type Stripe from 'stripe';
import type { Site } from '../../core/api/owner-api';
import type { PaymentsResult } from './payments';
import { on } from './stripe-call';
import { askedOf, type Asked } from './stripe-failure';
import type { Wallets } from './wallets';

const statusOf = (given: string): Site['applePay'] => (given === 'active' ? 'active' : 'inactive');

function siteOf(domain: Stripe.PaymentMethodDomain): Site {
  return {
    domain: domain.domain_name,
    applePay: statusOf(domain.apple_pay.status),
    googlePay: statusOf(domain.google_pay.status),
    link: statusOf(domain.link.status),
    problem: domain.apple_pay.status_details?.error_message ?? null,
  };
}

/** With direct charges every domain belongs to the account that is paid. */
export class StripeWallets implements Wallets {
  private readonly asked: Asked;

  constructor(private readonly stripe: Stripe) {
    this.asked = askedOf(stripe);
  }

  register(account: string | null, domain: string): Promise<PaymentsResult<Site>> {
    return this.asked(async () => {
      const { data } = await this.stripe.paymentMethodDomains.list({ domain_name: domain }, on(account));
      const [known] = data;
      if (known !== undefined) {
        return siteOf(await this.stripe.paymentMethodDomains.validate(known.id, {}, on(account)));
      }
      return siteOf(await this.stripe.paymentMethodDomains.create({ domain_name: domain }, on(account)));
    });
  }

  list(account: string | null): Promise<PaymentsResult<readonly Site[]>> {
    return this.asked(async () => {
      const { data } = await this.stripe.paymentMethodDomains.list({ limit: 100 }, on(account));
      return data.filter(({ enabled }) => enabled).map(siteOf);
    });
  }
}
