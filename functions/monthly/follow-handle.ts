import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { productNameOf, refusalOf } from './monthly-setup';

/**
 * Gives the product of an owner's monthly tips the name of their handle: it stands on the bill of every renewal. A failure is logged and fails nothing:
 * the next publication, or the next monthly tip that begins, tries it again.
 */
export async function followHandle(
  deps: Pick<Deps, 'store' | 'subscriptions' | 'log'>,
  uid: string,
  handle: string,
): Promise<void> {
  const setup = await deps.store.read(stored.monthlySetup(uid));
  const productName = productNameOf(handle);
  if (setup === undefined || setup.productName === productName) return;
  const { accountId, productId } = setup;
  const renamed = await deps.subscriptions.renameProduct(accountId, productId, productName);
  if (!renamed.ok) {
    // The owner has disconnected the account or removed the product: there is nothing to rename.
    if (renamed.problem.kind !== 'gone') refusalOf(deps, uid, renamed.problem);
    return;
  }
  await deps.store.transaction(async (tx) => {
    const current = await tx.read(stored.monthlySetup(uid));
    if (current?.productId === productId) tx.write(stored.monthlySetup(uid), { ...current, productName });
  });
}
