import * as v from 'valibot';
import { deliveriesOf, type Sandbox } from '../state/sandbox';
import { TEST_CARDS } from '../reference/test-cards';
import { objectOf } from '../routes/expand';
import { control, type ControlCall, type ControlParts } from './control';

const RECENT = 25;
const newest = <T>(rows: readonly T[]): T[] => rows.slice(-RECENT).reverse();

/** The part of the inspector's data that is about billing. */
function billingOverview({ store }: Pick<Sandbox, 'store'>) {
  return {
    subscriptions: newest(store.all('subscription')).map(({ id, item, status, periodEnd, renewals }) => {
      const price = store.get('price', item.price);
      return {
        id,
        amount: price?.unitAmount ?? 0,
        currency: price?.currency ?? '',
        interval: price?.interval ?? 'month',
        status,
        periodEnd,
        renewals: renewals?.kind ?? 'card',
      };
    }),
    mails: newest(store.all('mail')).map(({ created, to, subject, text, link }) => ({
      created,
      to,
      subject,
      text,
      link,
    })),
  };
}

function overview({ sandbox, faults, webhookFaults }: ControlParts) {
  const { store, clock } = sandbox;
  const charges = store.all('charge');
  return {
    now: clock.now(),
    payments: newest(store.all('paymentIntent')).map(
      ({ id, account, amount, currency, status, created }) => ({
        id,
        account,
        amount,
        currency,
        status,
        created,
        charges: charges.filter(({ paymentIntent }) => paymentIntent === id).length,
      }),
    ),
    cases: newest(
      [
        ...store
          .all('refund')
          .map(({ id, amount, currency, status, created }) => ({ id, amount, currency, status, created })),
        ...store
          .all('dispute')
          .map(({ id, amount, currency, status, created }) => ({ id, amount, currency, status, created })),
        ...store
          .all('payout')
          .map(({ id, amount, currency, status, created }) => ({ id, amount, currency, status, created })),
        ...store.all('checkoutSession').map(({ id, unitAmount, quantity, currency, status, created }) => ({
          id,
          amount: unitAmount * quantity,
          currency,
          status,
          created,
        })),
      ].sort((a, b) => a.created - b.created),
    ),
    events: newest(store.all('event')).map((event) => ({
      id: event.id,
      account: event.account,
      type: event.type,
      created: event.created,
      deliveries: deliveriesOf(store, event.id).map(({ id, scope, state, attempts }) => ({
        id,
        scope,
        state,
        attempts: attempts.map(({ result }) => ('status' in result ? String(result.status) : result.failure)),
      })),
    })),
    accounts: store
      .all('account')
      .map(({ id, role, displayName, country, currency, cardPayments, connection }) => ({
        id,
        role,
        displayName,
        country,
        currency,
        cardPayments,
        connection,
      })),
    ...billingOverview(sandbox),
    webhookFaults: webhookFaults.current,
    faults: faults.list(),
    cards: TEST_CARDS.map(({ number, about }) => ({ number, about })),
  };
}

export type Overview = ReturnType<typeof overview>;

export const inspectControls: Readonly<Record<string, ControlCall>> = {
  overview: control('returns the data of the inspector page', v.strictObject({}), (parts) => overview(parts)),
  object: control('returns any object by its id', v.strictObject({ id: v.string() }), ({ sandbox }, { id }) =>
    objectOf(sandbox, id),
  ),
};
