import { getAuth, type Auth, type UserRecord } from 'firebase-admin/auth';
import type { App } from 'firebase-admin/app';
import { readDocumentId } from '../../core/base/text';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Contact, IdTokens, Owner } from '../deps';

/** The maximum of one request. */
const mostUsers = { listed: 1000, asked: 100 };

/** A user with neither a sign-in provider nor an email address is a guest. A disabled guest is kept, so that they do not come back as new. */
const isGuest = ({ providerData, email, phoneNumber, disabled }: UserRecord): boolean =>
  providerData.length === 0 && email === undefined && phoneNumber === undefined && !disabled;

/** A renewed token is not a sign-in; tokens are renewed every hour. An unreadable time counts as now. */
function isIdle({ metadata }: UserRecord, before: number): boolean {
  const { creationTime, lastSignInTime, lastRefreshTime } = metadata;
  const known = [creationTime, lastSignInTime, lastRefreshTime].filter(Boolean);
  return known.length > 0 && known.every((time) => Date.parse(time ?? '') < before);
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'auth/user-not-found';

/** Checks Firebase ID tokens. Every fault gets the same answer: sign in again. */
export class FirebaseIdTokens implements IdTokens {
  private readonly auth: Auth;

  constructor(app: App) {
    this.auth = getAuth(app);
  }

  async verify(token: string, checkRevoked: boolean): Promise<Result<Owner>> {
    try {
      const decoded = await this.auth.verifyIdToken(token, checkRevoked);
      // Imported users may have any uid. A uid that is not a valid document id owns nothing here.
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

  endSessions(uid: string): Promise<void> {
    return this.auth.revokeRefreshTokens(uid);
  }

  async contact(uid: string): Promise<Contact | undefined> {
    try {
      const { email, emailVerified, disabled } = await this.auth.getUser(uid);
      return { email: email ?? null, emailVerified, disabled };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async barred(uids: readonly string[]): Promise<readonly string[]> {
    const barred: string[] = [];
    for (let from = 0; from < uids.length; from += mostUsers.asked) {
      const asked = uids.slice(from, from + mostUsers.asked);
      const { users } = await this.auth.getUsers(asked.map((uid) => ({ uid })));
      const fine = new Set(users.filter(({ disabled }) => !disabled).map(({ uid }) => uid));
      barred.push(...asked.filter((uid) => !fine.has(uid)));
    }
    return barred;
  }

  /** Deletes the user; a missing user is not an error. */
  async remove(uid: string): Promise<void> {
    try {
      await this.auth.deleteUser(uid);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async *idleGuests(before: number): AsyncGenerator<string> {
    let pageToken: string | undefined;
    do {
      const page = await this.auth.listUsers(mostUsers.listed, pageToken);
      for (const user of page.users) if (isGuest(user) && isIdle(user, before)) yield user.uid;
      pageToken = page.pageToken;
    } while (pageToken);
  }

  async abandoned(uids: readonly string[], before: number): Promise<readonly string[]> {
    const left: string[] = [];
    for (let from = 0; from < uids.length; from += mostUsers.asked) {
      const asked = uids.slice(from, from + mostUsers.asked);
      const { users } = await this.auth.getUsers(asked.map((uid) => ({ uid })));
      const kept = users.filter((user) => !(isGuest(user) && isIdle(user, before)));
      const keptUids = new Set(kept.map(({ uid }) => uid));
      left.push(...asked.filter((uid) => !keptUids.has(uid)));
    }
    return left;
  }
}
