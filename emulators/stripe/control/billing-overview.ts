import type { Sandbox } from '../sandbox';

const RECENT = 25;
const newest = <T>(rows: readonly T[]): T[] => rows.slice(-RECENT).reverse();

/** The part of the inspector's data that is about billing. */
export function billingOverview({ store }: Pick<Sandbox, 'store'>) {
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
