import { collections, paths } from '../../../core/documents/documents';
import { defaultPreferences } from '../../../core/documents/account-document';
import { decodeProfile } from '../../../core/documents/profile-document';
import { decodeTip } from '../../../core/documents/tip-document';
import { allDocuments } from '../../store/all-documents';
import type { Deps } from '../../deps';
import { stored } from '../../store/stored';
import { writeTip } from '../write-tip';
import { sweepThrough, type SweepResult } from '../../jobs/sweep';

const atOnce = 300;

/** Daily: erases fans' texts after the number of years that the owner chose. Amounts and Stripe's ids stay for bookkeeping. */
export async function eraseTexts(deps: Deps): Promise<SweepResult> {
  const owners: string[] = [];
  for await (const { value } of allDocuments(deps.store, collections.profiles, decodeProfile))
    owners.push(value.uid);
  return sweepThrough(deps, 'erase-texts', owners, (uid) => eraseOf(deps, uid));
}

async function eraseOf(deps: Deps, uid: string): Promise<boolean> {
  const { keepTipsYears } = (await deps.store.read(stored.preferences(uid))) ?? defaultPreferences;
  const before = new Date(deps.clock.now());
  before.setUTCFullYear(before.getUTCFullYear() - keepTipsYears);
  const found = await deps.store.find(
    {
      from: paths.tips(uid),
      where: [['textsSince', '<', before]],
      orderBy: [['textsSince', 'asc']],
      limit: atOnce,
    },
    decodeTip,
  );
  for (const { value } of found) {
    if (value.ok) await erase(deps, uid, value.value.tipId);
  }
  return found.length > 0;
}

async function erase({ store, clock }: Deps, uid: string, tipId: string): Promise<void> {
  await store.transaction(async (tx) => {
    const tip = await tx.read(stored.tip(uid, tipId));
    if (tip === undefined) return;
    const after = { ...tip, fan: { ...tip.fan, name: null, message: null } };
    writeTip(tx, tip, after, { cause: 'erase', eventId: null }, clock.now());
  });
}
