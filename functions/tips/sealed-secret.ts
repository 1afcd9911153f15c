import type { Tip } from '../../core/tip/tip';
import { openSealedText, sealText } from '../http/sealed-text';
import type { Secrets } from '../http/signed-token';

type Sealed = Pick<Tip, 'ownerUid' | 'tipId' | 'sealedSecret'>;

/** Each tip has a purpose of its own: what is copied from one tip to another opens nothing. */
const purposeOf = ({ ownerUid, tipId }: Omit<Sealed, 'sealedSecret'>) => `pay ${ownerUid} ${tipId}`;

/** What a fan pays a tip with, as it may be stored: the owner can read the tip, but not this. */
export const sealSecret = (secrets: Secrets, tip: Omit<Sealed, 'sealedSecret'>, secret: string): string =>
  sealText(secrets, purposeOf(tip), secret);

/** Undefined = it was not kept, or by a secret that is gone: Stripe has to be asked. */
export const openSecret = (secrets: Secrets, tip: Sealed): string | undefined =>
  tip.sealedSecret === null ? undefined : openSealedText(secrets, purposeOf(tip), tip.sealedSecret);
