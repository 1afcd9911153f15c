import type { User } from 'firebase/auth';
import type { OwnerUser } from '../data/backend';

const millis = (text: string | undefined): number => {
  const parsed = Date.parse(text ?? '');
  return Number.isNaN(parsed) ? 0 : parsed;
};

/** The SDK's mutable user as a plain record. */
export function ownerUser(user: User): OwnerUser {
  return {
    uid: user.uid,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.displayName,
    photoUrl: user.photoURL,
    phoneNumber: user.phoneNumber,
    isGuest: user.isAnonymous,
    tenantId: user.tenantId,
    providers: user.providerData.map(({ providerId, uid, email, displayName, phoneNumber }) => ({
      providerId,
      uid,
      email,
      displayName,
      phoneNumber,
    })),
    createdAt: millis(user.metadata.creationTime),
    lastSignInAt: millis(user.metadata.lastSignInTime),
  };
}
