import type { Deps } from '../deps';
import { stored } from '../store/stored';

/** Records that a person has sent the mail. False = there is no mail with this id. */
export function markSent({ store }: Pick<Deps, 'store'>, id: string): Promise<boolean> {
  return store.transaction(async (tx) => {
    const mail = await tx.read(stored.mail(id));
    if (mail === undefined) return false;
    tx.write(stored.mail(id), { ...mail, dueAt: null, delivery: { state: 'BY-HAND', error: null } });
    return true;
  });
}
