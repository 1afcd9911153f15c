import { decodeProfile } from '../../core/documents/profile-document';
import { decodeTip } from '../../core/documents/tip-document';
import { paths } from '../../core/documents/documents';
import { mismatchesOf } from '../../core/tip/state/payment-snapshot';
import { createApp } from '../../functions/app';
import type { Deps } from '../../functions/deps';
import { allDocuments } from '../../functions/store/all-documents';
import { stored } from '../../functions/store/stored';

/** At most this many tips are compared with Stripe, and at most this many of one owner. */
const most = { tips: 50, ofOwner: 5 } as const;
const mostProfiles = 5;

/** Compares restored tips of several owners with their payments at Stripe; null = they agree. It writes nothing. */
export async function tipsFault({
  store,
  payments,
}: Pick<Deps, 'store' | 'payments'>): Promise<string | null> {
  let asked = 0;
  for await (const { value: profile } of allDocuments(store, 'profiles', decodeProfile)) {
    let own = 0;
    for await (const { value: tip } of allDocuments(store, paths.tips(profile.uid), decodeTip)) {
      const { accountId: account, paymentIntentId } = tip.stripe;
      if (paymentIntentId === null) continue;
      const about = { checkoutSessionId: null, askAboutIntent: null };
      const none = { hasRefunds: false, hasDispute: false, hasWarning: false };
      const snapshot = await payments.snapshot({ account, paymentIntentId, ...about, ...none });
      if (!snapshot.ok) return `Stripe says ${snapshot.problem.kind} about tip ${tip.tipId}`;
      const differing = mismatchesOf(tip, snapshot.value);
      if (differing.length > 0) return `tip ${tip.tipId}: ${differing.join(', ')}`;
      [asked, own] = [asked + 1, own + 1];
      if (asked === most.tips) return null;
      if (own === most.ofOwner) break;
    }
  }
  return asked === 0 ? 'no tip has a payment' : null;
}

/** Starts the app on the restored database and asks it for a few profiles; null = it shows what is stored. */
export async function appFault(deps: Deps): Promise<string | null> {
  const app = createApp(deps);
  let asked = 0;
  for await (const { value: profile } of allDocuments(deps.store, 'profiles', decodeProfile)) {
    const { handle, name } = profile;
    const answer = await app.fetch(new Request(`${deps.config.publicOrigin}/v1/profiles/${handle}`));
    const body = (await answer.json()) as { readonly name?: unknown };
    // The host may have taken a profile away; then its address answers 404, 410 or 451.
    const isWithheld =
      [404, 410, 451].includes(answer.status) && (await deps.store.read(stored.standing(profile.uid)));
    if (!isWithheld && (answer.status !== 200 || body.name !== name))
      return `/v1/profiles/${handle} answers ${answer.status}`;
    asked += 1;
    if (asked === mostProfiles) break;
  }
  return asked === 0 ? 'there is no profile' : null;
}
