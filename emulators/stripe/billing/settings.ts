import type { Sandbox } from '../sandbox';
import type { BillingSettingsEntity } from '../state/billing-entities';

/** Stripe's recommended schedule: 8 tries in 2 weeks. Mails are on, as in a new account of the sandbox. */
const DEFAULTS: Omit<BillingSettingsEntity, 'id'> = {
  retryDays: [1, 3, 5, 7, 9, 11, 13, 14],
  end: 'canceled',
  mails: ['receipt', 'failed', 'expiring', 'renewal', 'confirm', 'canceled', 'login'],
  finalizing: 'works',
};

export const settingsOf = ({ store }: Pick<Sandbox, 'store'>, account: string): BillingSettingsEntity =>
  store.get('billingSettings', account) ?? { ...DEFAULTS, id: account };
