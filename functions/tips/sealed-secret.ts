import type { Tip } from '../../core/tip/tip';
import { openSealedText, sealText } from '../http/sealed-text';
import type { Secrets } from '../http/signed-token';

type Sealed = Pick<Tip, 'ownerUid' | 'tipId' | 'sealedSecret'>;

/** Each tip has its own purpose: a text copied from one tip to another cannot be opened. */
const purposeOf = ({ ownerUid, tipId }: Omit<Sealed, 'sealedSecret'>) => `pay ${ownerUid} ${tipId}`;

/** The client secret or page URL of a tip, encrypted for the store: the owner can read the tip, but not this. */
export const sealSecret = (secrets: Secrets, tip: Omit<Sealed, 'sealedSecret'>, secret: string): string =>
  sealText(secrets, purposeOf(tip), secret);

/** Undefined = it is not stored, or its secret is gone: Stripe must be asked. */
export const openSecret = (secrets: Secrets, tip: Sealed): string | undefined =>
  tip.sealedSecret === null ? undefined : openSealedText(secrets, purposeOf(tip), tip.sealedSecret);
