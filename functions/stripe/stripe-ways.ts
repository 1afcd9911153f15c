import type Stripe from 'stripe';
import { ownWayTypes, walletTypes, wayOf, type OwnWayType, type WayFacts } from '../../core/ways/ways';
import type { AccountWays } from './accounts';
import { on } from './stripe-call';

type Capability = WayFacts['capability'];

/** The words of both versions of Stripe's accounts: v1 has `inactive`, v2 the rest. */
function capabilityOf(given: string | undefined): Capability {
  switch (given) {
    case 'active':
    case 'pending':
    case 'restricted':
      return given;
    case 'inactive':
      return 'restricted';
    case undefined:
      return 'none';
    default:
      // `unsupported`, `rejected`, and any status that Stripe may add.
      return 'refused';
  }
}

type Statuses = Readonly<Record<string, string | undefined>>;

const isWallet = (type: OwnWayType): boolean => (walletTypes as readonly string[]).includes(type);

function capabilityName(type: OwnWayType): string {
  return isWallet(type) ? 'card_payments' : (wayOf(type)?.capability.name ?? '');
}

/** Whether a configuration shows a way; null = it has no such setting. */
function shownIn(configuration: Stripe.PaymentMethodConfiguration | undefined, type: OwnWayType) {
  const setting: unknown = Object.entries(configuration ?? {}).find(([name]) => name === type)?.[1];
  if (typeof setting !== 'object' || setting === null || !('display_preference' in setting)) return null;
  const { display_preference: preference } = setting;
  if (typeof preference !== 'object' || preference === null || !('value' in preference)) return null;
  return preference.value === 'on';
}

/** With direct charges the default child of the platform's configuration counts; an account without a platform has none. */
function countingOne(all: readonly Stripe.PaymentMethodConfiguration[]) {
  const defaults = all.filter((one) => one.active && one.is_default);
  return defaults.find((one) => one.parent !== null) ?? defaults[0];
}

const statusesOf = (capabilities: object | undefined): Statuses =>
  Object.fromEntries(
    Object.entries(capabilities ?? {}).map(([name, given]: [string, unknown]) => {
      if (typeof given === 'string') return [name, given];
      const hasStatus = typeof given === 'object' && given !== null && 'status' in given;
      return [name, hasStatus && typeof given.status === 'string' ? given.status : undefined];
    }),
  );

/** v1 knows every capability; v2 tells more of those it knows (`unsupported`). */
async function readStatuses(stripe: Stripe, account: string | null): Promise<Statuses> {
  const asked = stripe.accounts.retrieveCurrent({}, on(account));
  if (account === null) return statusesOf((await asked).capabilities);
  const [first, second] = await Promise.all([
    asked,
    stripe.v2.core.accounts.retrieve(account, { include: ['configuration.merchant'] }),
  ]);
  return {
    ...statusesOf(first.capabilities),
    ...statusesOf(second.configuration?.merchant?.capabilities),
  };
}

/** What Stripe says about each way to pay at an account, read now. */
export async function readWays(stripe: Stripe, account: string | null): Promise<AccountWays> {
  const [statuses, configurations] = await Promise.all([
    readStatuses(stripe, account),
    stripe.paymentMethodConfigurations.list({ limit: 100 }, on(account)),
  ]);
  const configuration = countingOne(configurations.data);
  return new Map(
    ownWayTypes.map((type) => [
      type,
      { capability: capabilityOf(statuses[capabilityName(type)]), shown: shownIn(configuration, type) },
    ]),
  );
}
