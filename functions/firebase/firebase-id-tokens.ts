import { getAuth, type Auth } from 'firebase-admin/auth';
import type { App } from 'firebase-admin/app';
import { readDocumentId } from '../../core/document-id';
import { problem } from '../../core/problem';
import { fail, ok, type Result } from '../../core/result';
import type { IdTokens, Owner } from '../deps';

/** Checks Firebase ID tokens. Whatever is wrong with one, the answer is the same: sign in again. */
export class FirebaseIdTokens implements IdTokens {
  private readonly auth: Auth;

  constructor(app: App) {
    this.auth = getAuth(app);
  }

  async verify(token: string, checkRevoked: boolean): Promise<Result<Owner>> {
    try {
      const decoded = await this.auth.verifyIdToken(token, checkRevoked);
      // Users brought in from elsewhere may have any name; one that no document can have owns nothing here.
      const uid = readDocumentId(decoded.uid);
      if (uid === undefined) return fail(problem('sign-in-required'));
      return ok({
        uid,
        guest: decoded.firebase.sign_in_provider === 'anonymous',
        provider: decoded.firebase.sign_in_provider,
        email: decoded.email ?? null,
        emailVerified: decoded.email_verified === true,
        signedInAt: decoded.auth_time * 1000,
      });
    } catch {
      return fail(problem('sign-in-required'));
    }
  }

  /** Forgets the user; one that is already gone is fine. */
  async remove(uid: string): Promise<void> {
    try {
      await this.auth.deleteUser(uid);
    } catch (error) {
      const gone =
        typeof error === 'object' &&
        error !== null &&
        'code' in error &&
        error.code === 'auth/user-not-found';
      if (!gone) throw error;
    }
  }
}
