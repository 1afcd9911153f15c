import { wordsVersion } from '@busker/core/monthly/monthly-words';
import { syncMonthly } from '@busker/functions/monthly/sync-monthly';
import { stored } from '@busker/functions/store/store';
import { cycleTipIdOf } from '@busker/functions/tips/tip-access';
import { adaAccount, adaUid, type OpenApi } from '../open-api';

export interface Subscribed {
  readonly monthlyId: string;
  readonly token: string;
  readonly subscription: string;
}

interface ListedInvoice {
  readonly id: string;
  readonly status: string;
  readonly amount_paid: number;
  readonly lines: { readonly data: readonly unknown[] };
}

/** Fields of the request that differ. */
type Change = Readonly<Record<string, unknown>>;

/** Ada offers monthly and yearly tips, and fans begin them on the sandbox's page. */
export async function monthlyTipsOn(api: OpenApi) {
  /** Ada offers monthly and yearly tips. */
  async function offerMonthly(): Promise<void> {
    const profile = await api.deps.store.read(stored.profile(adaUid));
    if (profile === undefined) throw new Error('Ada has no profile');
    const monthly = { on: true, intervals: ['month', 'year'], presets: { month: null, year: null } } as const;
    const offering = {
      ...profile,
      tips: { ...profile.tips, monthly: { ...monthly, intervals: [...monthly.intervals] } },
    };
    await api.deps.store.transaction(async (tx) => {
      await tx.read(stored.handle('ada'));
      tx.write(stored.profile(adaUid), offering);
    });
  }

  /** A request for a monthly tip of five dollars, or as `change` says, in a new session. */
  async function ask(change: Change = {}) {
    const request = { ...(await api.tipRequest('hosted')), every: 'month', wordsVersion, language: 'en' };
    return api.call('POST', '/v1/tips', { ...request, ...change });
  }

  /** A monthly tip of five dollars, or as `change` says, whose fan has agreed and is on Stripe's page. */
  async function open(
    change: Change = {},
  ): Promise<Omit<Subscribed, 'subscription'> & { readonly url: string }> {
    const answer = await ask(change);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.json));
    const { tipId: monthlyId = '', tipToken: token = '', url = '' } = answer.json;
    return { monthlyId, token, url };
  }

  /** A monthly tip whose fan has paid on the sandbox's page. Stripe's events arrive as they do. */
  async function subscribe(
    change: Change = {},
    fields: { readonly email?: string } = {},
  ): Promise<Subscribed> {
    const { monthlyId, token, url } = await open(change);
    const paid = await api.payOnPage(url, '4242424242424242', fields);
    if (paid !== 200) throw new Error(`Stripe’s page answered ${paid}`);
    await api.stripe.webhooksIdle();
    const known = await monthlyOf(monthlyId);
    return { monthlyId, token, subscription: known?.stripe.subscriptionId ?? '' };
  }

  const monthlyOf = (id: string) => api.deps.store.read(stored.monthly(adaUid, id));
  /** The first such time (epoch milliseconds) that is still to come, in a year that `isYear` accepts. `month` counts from 0, as in `Date`. */
  function nextTime(
    month: number,
    day: number,
    hour: number,
    isYear: (year: number) => boolean = () => true,
  ): number {
    for (let year = new Date(api.stripe.now()).getUTCFullYear(); ; year += 1) {
      const time = Date.UTC(year, month, day, hour);
      if (isYear(year) && time > api.stripe.now()) return time;
    }
  }
  /** Moves the clock to a time (epoch milliseconds). Stripe's events arrive as they do. */
  const advanceTo = async (to: number) => {
    await api.control('billing/advance', { to, deliver: 'each-step' });
    await api.stripe.webhooksIdle();
  };
  /** Months and a day: an invoice is charged an hour after its period began. */
  const advance = async (months: number) => {
    const deliver = 'each-step';
    const { now } = (await api.control('billing/advance', { months, deliver })) as { readonly now: number };
    await api.control('billing/advance', { to: now + 24 * 60 * 60_000, deliver });
    await api.stripe.webhooksIdle();
  };
  const sync = (id: string) =>
    syncMonthly(api.deps, { uid: adaUid, tipId: id }, { cause: 'schedule', eventId: null });

  const invoicesOf = async (subscription: string) => {
    const path = `/v1/invoices?subscription=${subscription}&limit=100`;
    const { data } = (await api.atStripe('GET', path)) as { readonly data: readonly ListedInvoice[] };
    return data;
  };
  const renewalsOf = async ({ subscription, monthlyId }: Subscribed) => {
    const invoices = (await invoicesOf(subscription)).toReversed();
    const ids = invoices.map(({ id }, index) => (index === 0 ? monthlyId : cycleTipIdOf(adaAccount, id)));
    return Promise.all(ids.map((id) => api.deps.store.read(stored.tip(adaUid, id))));
  };

  await offerMonthly();
  return { ask, open, subscribe, monthlyOf, advance, nextTime, advanceTo, sync, invoicesOf, renewalsOf };
}

/** Something with a local Firestore. */
interface WithFirestore {
  readonly addresses: { readonly firestore: string };
}

interface Profile {
  readonly name: string;
  readonly fields: {
    readonly handle: { readonly stringValue: string };
    readonly tips: { readonly mapValue: { readonly fields: Readonly<Record<string, unknown>> } };
  };
}

const monthly = {
  on: { booleanValue: true },
  intervals: { arrayValue: { values: [{ stringValue: 'month' }, { stringValue: 'year' }] } },
  presets: { mapValue: { fields: { month: { nullValue: null }, year: { nullValue: null } } } },
};

const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };

/** All documents of a collection, as the emulator stores them, without the rules. */
export async function listDocuments(firestore: string, collection: string): Promise<readonly unknown[]> {
  const documents = `${firestore}/v1/projects/demo-busker/databases/(default)/documents`;
  const listed = await fetch(`${documents}/${collection}?pageSize=300`, { headers });
  return ((await listed.json()) as { readonly documents?: readonly unknown[] }).documents ?? [];
}

/** Ada's published profile offers monthly and yearly tips, written straight into the store. */
export async function offerMonthly({ addresses: { firestore } }: WithFirestore): Promise<void> {
  const profiles = (await listDocuments(firestore, 'profiles')) as readonly Profile[];
  const ada = profiles.find(({ fields }) => fields.handle.stringValue === 'ada');
  if (ada === undefined) throw new Error('Ada has no profile');
  const fields = { ...ada.fields.tips.mapValue.fields, monthly: { mapValue: { fields: monthly } } };
  const changed = await fetch(`${firestore}/v1/${ada.name}?updateMask.fieldPaths=tips`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ fields: { tips: { mapValue: { fields } } } }),
  });
  if (!changed.ok) throw new Error(`Ada offers nothing: ${changed.status} ${await changed.text()}`);
}
