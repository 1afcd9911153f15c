import { portalAddress } from '../format/portal';
import type { Sandbox } from '../sandbox';
import type { PortalConfigurationEntity, PortalSessionEntity } from '../state/billing-entities';
import { sendMail } from './mails';

/** A link that nobody opened ends after five minutes, an opened one an hour after its last use. In seconds. */
const UNOPENED = 5 * 60;
const OPENED = 3600;

type NewSession = Omit<PortalSessionEntity, 'id' | 'created' | 'key' | 'expiresAt'>;

export function newPortalSession(sandbox: Sandbox, given: NewSession): PortalSessionEntity {
  const created = sandbox.clock.seconds();
  const session: PortalSessionEntity = {
    ...given,
    id: sandbox.ids.next('bps'),
    created,
    key: `test_${sandbox.ids.secret(40)}`,
    expiresAt: created + UNOPENED,
  };
  sandbox.store.put('portalSession', session);
  return session;
}

export const findPortalSession = ({ store }: Sandbox, key: string): PortalSessionEntity | undefined =>
  store.all('portalSession').find((session) => session.key === key);

export const isOver = ({ clock }: Sandbox, { expiresAt }: PortalSessionEntity): boolean =>
  expiresAt < clock.seconds();

/** Call it within a transaction. */
export function extendPortalSession({ store, clock }: Sandbox, session: PortalSessionEntity): void {
  store.put('portalSession', { ...session, expiresAt: clock.seconds() + OPENED });
}

/** Stripe mails a link to a customer with that address, and says the same to everybody. */
export function mailPortalLink(
  sandbox: Sandbox,
  { id, account, defaultReturnUrl }: PortalConfigurationEntity,
  email: string,
): void {
  const { store } = sandbox;
  const wanted = email.trim().toLowerCase();
  const mine = store
    .all('customer')
    .filter((each) => each.account === account && !each.deleted && each.email.toLowerCase() === wanted);
  const runs = ({ id: customer }: { readonly id: string }) =>
    store.all('subscription').some((each) => each.customer === customer && each.status !== 'canceled');
  // One page shows one customer: the newest with a running subscription.
  const customer = mine.findLast(runs) ?? mine.at(-1);
  if (!customer) return;
  const session = newPortalSession(sandbox, {
    account,
    configuration: id,
    customer: customer.id,
    returnUrl: defaultReturnUrl,
    locale: null,
    flow: { type: 'home' },
    afterExpiration: 'customer_login',
  });
  const name = store.get('account', account)?.displayName ?? account;
  sendMail(sandbox, customer, {
    kind: 'login',
    subject: `Log in to ${name}`,
    text: 'Use this link to see and change your subscription. It ends soon.',
    link: portalAddress(sandbox, session),
  });
}
