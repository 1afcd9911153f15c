import { claimsOf } from '../profiles/handle-claims';
import type { Transaction } from '../store/store';
import { stored } from '../store/stored';
import type { DeleteStep } from './delete-step';

/** After this no handle leads to the profile: no card shows it and no tip can start. The claims stay, so that the profile can return. */
export const withdrawPage: DeleteStep = async ({ store }, { uid }) => {
  await store.transaction(async (tx) => {
    const leaving = await tx.read(stored.leaving(uid));
    const profile = await tx.read(stored.profile(uid));
    const claims = profile === undefined ? [] : await claimsOf(tx, profile);
    const live = claims.filter(({ state }) => state === 'live');
    if (leaving === undefined || live.length === 0) return;
    for (const claim of live) tx.write(stored.handle(claim.handle), { ...claim, state: 'retired' });
    const withdrawn = [...new Set([...leaving.withdrawn, ...live.map(({ handle }) => handle)])];
    tx.write(stored.leaving(uid), { ...leaving, withdrawn });
  });
  return 'next';
};

const claimsWithdrawn = async (tx: Transaction, uid: string, handles: readonly string[]) =>
  (await tx.readAll(handles.map(stored.handle)))
    .filter((claim) => claim !== undefined)
    .filter((claim) => claim.uid === uid && claim.state === 'retired');

/** The handles lead to the profile again. Call the result after the transaction's last read. */
export async function pageReturns(
  tx: Transaction,
  uid: string,
  withdrawn: readonly string[],
): Promise<() => void> {
  const claims = await claimsWithdrawn(tx, uid, withdrawn);
  return () => {
    for (const claim of claims) tx.write(stored.handle(claim.handle), { ...claim, state: 'live' });
  };
}

/** The handles stay taken for ever; one that was never shown is free again. Call the result after the transaction's last read. */
export async function pageIsGone(
  tx: Transaction,
  uid: string,
  withdrawn: readonly string[],
): Promise<() => void> {
  const claims = await claimsWithdrawn(tx, uid, withdrawn);
  return () => {
    for (const { handle, usedAt } of claims) if (usedAt === null) tx.remove(stored.handle(handle).path);
  };
}
