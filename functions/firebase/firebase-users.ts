import { getAuth, type Auth, type UserRecord } from 'firebase-admin/auth';
import type { App } from 'firebase-admin/app';
import { moderationClaim, moderationRoles, type ModerationRole } from '../../core/profile/standing';
import type { KnownUser, Users } from '../accounts/users';

/** Users in Firebase Authentication. */
export class FirebaseUsers implements Users {
  private readonly auth: Auth;

  constructor(app: App) {
    this.auth = getAuth(app);
  }

  async find(by: { readonly uid: string } | { readonly email: string }): Promise<KnownUser | undefined> {
    try {
      return knownUser(
        'uid' in by ? await this.auth.getUser(by.uid) : await this.auth.getUserByEmail(by.email),
      );
    } catch (error) {
      if (isNoUser(error)) return undefined;
      throw error;
    }
  }

  /** Keeps the other claims of the user. */
  async setRole(uid: string, role: ModerationRole | null): Promise<void> {
    const { customClaims = {} } = await this.auth.getUser(uid);
    const { [moderationClaim]: _before, ...others } = customClaims;
    await this.auth.setCustomUserClaims(uid, role === null ? others : { ...others, [moderationClaim]: role });
  }
}

const knownUser = ({ uid, email, emailVerified, customClaims }: UserRecord): KnownUser => {
  const given: unknown = customClaims?.[moderationClaim];
  return {
    uid,
    email: email ?? null,
    emailVerified,
    role: moderationRoles.find((role) => role === given) ?? null,
  };
};

const noUser: readonly unknown[] = ['auth/user-not-found', 'auth/invalid-email', 'auth/invalid-uid'];

const isNoUser = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && noUser.includes(error.code);
