import type { Installation } from '../installation';

/** A permission of a restricted key, and the request that shows whether a key has it. */
export interface Permission {
  /** The permission's name in Stripe's dashboard. */
  readonly name: string;
  readonly access: 'read' | 'write';
  /** The modes that need it on the key's own account, and the modes that need it with `Stripe-Account`. */
  readonly direct: readonly Installation['mode'][];
  readonly connect: readonly Installation['mode'][];
  readonly request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object };
}

const lists = (path: string) => ({ method: 'GET', path: `${path}?limit=1` }) as const;
/** The request lacks all required parameters. So a permitted key gets 400, and nothing is created. */
const empty = (path: string) => ({ method: 'POST', path }) as const;

/** Direct charges: in `connect` mode payments belong to the owners' accounts, in `single` mode to the key's own. */
const ofPayments = { direct: ['single'], connect: ['connect'] } as const;
const ofPlatform = { direct: ['connect'], connect: [] } as const;

/** All Stripe permissions that Busker needs. docs/self-hosting.md shows this table; `--check` tries each row. */
export const permissions: readonly Permission[] = [
  { name: 'PaymentIntents', access: 'write', ...ofPayments, request: empty('/v1/payment_intents') },
  { name: 'Checkout Sessions', access: 'write', ...ofPayments, request: empty('/v1/checkout/sessions') },
  { name: 'Charges and Refunds', access: 'write', ...ofPayments, request: empty('/v1/refunds') },
  { name: 'Charges and Refunds', access: 'read', ...ofPayments, request: lists('/v1/charges') },
  { name: 'Disputes', access: 'read', ...ofPayments, request: lists('/v1/disputes') },
  {
    name: 'Balance transactions',
    access: 'read',
    ...ofPayments,
    request: lists('/v1/balance_transactions'),
  },
  { name: 'Balance', access: 'read', ...ofPayments, request: { method: 'GET', path: '/v1/balance' } },
  {
    name: 'Balance settings',
    access: 'read',
    ...ofPayments,
    request: { method: 'GET', path: '/v1/balance_settings' },
  },
  { name: 'Payouts', access: 'read', ...ofPayments, request: lists('/v1/payouts') },
  {
    name: 'Radar: early fraud warnings',
    access: 'read',
    ...ofPayments,
    request: lists('/v1/radar/early_fraud_warnings'),
  },
  { name: 'Subscriptions', access: 'write', ...ofPayments, request: empty('/v1/subscriptions') },
  { name: 'Invoices', access: 'write', ...ofPayments, request: empty('/v1/invoices') },
  { name: 'Products', access: 'write', ...ofPayments, request: empty('/v1/products') },
  { name: 'Customers', access: 'read', ...ofPayments, request: lists('/v1/customers') },
  {
    name: 'Customer portal',
    access: 'write',
    ...ofPayments,
    request: empty('/v1/billing_portal/configurations'),
  },
  {
    name: 'Payment Method Domains',
    access: 'write',
    ...ofPayments,
    request: empty('/v1/payment_method_domains'),
  },
  {
    name: 'Payment Method Configurations',
    access: 'read',
    ...ofPayments,
    request: lists('/v1/payment_method_configurations'),
  },
  {
    name: 'Account',
    access: 'read',
    ...ofPayments,
    request: { method: 'GET', path: '/v1/account' },
  },
  {
    name: 'Accounts v2',
    access: 'write',
    ...ofPlatform,
    // Every parameter of this call is optional, so an empty request could create an account. Stripe refuses this value.
    request: { method: 'POST', path: '/v2/core/accounts', body: { include: ['is_this_permitted'] } },
  },
  { name: 'Account Links v2', access: 'write', ...ofPlatform, request: empty('/v2/core/account_links') },
];
