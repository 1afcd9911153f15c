import type { App } from 'firebase-admin/app';
import { getAuth, type Auth, type UserRecord } from 'firebase-admin/auth';
import { initializeFirestore } from 'firebase-admin/firestore';
import { getStorage, type Storage } from 'firebase-admin/storage';
import * as v from 'valibot';
import { problem, fail, ok, type Result } from '@busker/core/base/result';
import { readDocumentId } from '@busker/core/text/text';
import { isPictureSlot, maxBytesOf, type DraftPicture } from '@busker/core/pictures/picture-slots';
import { moderationClaim, moderationRoles, type ModerationRole } from '@busker/core/moderation/standing';
import { pictureTypes, type StoredPicture } from '@busker/core/profile/profile';
import type { KnownUser, Users } from '../accounts/users';
import type { Config } from '../config';
import type { CustomDomains } from '../domains/domain-ports';
import type { EarlierFiles } from '../earlier-files/earlier-files';
import type { Contact, Deps, IdTokens, Owner } from '../deps';
import type { ExportFile, ExportFiles, NewExportFile, UploadState } from '../exports/export-files';
import {
  checkedPicture,
  pictureMissing,
  type OwnerUpload,
  type PictureBytes,
  type Pictures,
  type PublicPicture,
} from '../pictures/pictures';
import { releasesBucketOf } from '../function-options';
import type { Store } from '../store/store';
import {
  filesBelow,
  hasStatus,
  isMissing,
  noted,
  publicPictureOf,
  unlessGone,
  unnamedSinceKey,
  withheldSinceKey,
} from './bucket-files';
import { queuesOf, type AddTask } from './cloud-tasks-queue';
import { defaultCredentials, firebaseApp, FirebaseSignIns } from './firebase-app';
import { FirestoreStore } from './firestore-store';
import { hostingDomains } from './hosting-domains';

/** The bucket's answer to the last piece. */
const finished = v.object({ size: v.string(), crc32c: v.string() });

/** Milliseconds for one piece. */
const patience = 60_000;

/** Exports in Cloud Storage. The address of an upload is the right to write it, so its requests carry no credentials. */
export class FirebaseExportFiles implements ExportFiles {
  private readonly bucket: ReturnType<Storage['bucket']>;

  constructor(app: App, bucket: string) {
    this.bucket = getStorage(app).bucket(bucket);
  }

  async begin({ name, type, saveAs }: NewExportFile): Promise<string> {
    const [upload] = await this.bucket.file(name).createResumableUpload({
      metadata: {
        contentType: type,
        contentDisposition: `attachment; filename="${saveAs}"`,
        cacheControl: 'private, no-store',
      },
    });
    return upload;
  }

  state(upload: string): Promise<UploadState> {
    return send(upload, 'bytes */*', null);
  }

  append(upload: string, offset: number, bytes: Uint8Array, last: boolean): Promise<UploadState> {
    const end = offset + bytes.length;
    const range = bytes.length === 0 ? '*' : `${offset}-${end - 1}`;
    return send(upload, `bytes ${range}/${last ? end : '*'}`, bytes);
  }

  async link(name: string, until: number): Promise<string> {
    const [url] = await this.bucket
      .file(name)
      .getSignedUrl({ version: 'v4', action: 'read', expires: until });
    return url;
  }

  async removeBelow(prefix: string): Promise<void> {
    await this.bucket.deleteFiles({ prefix, force: true });
  }

  async *all(): AsyncGenerator<ExportFile> {
    for await (const { name, metadata } of filesBelow(this.bucket, 'exports/'))
      yield { name, writtenAt: Date.parse(metadata.timeCreated ?? '') };
  }
}

/** The files of releases, in their bucket. */
export class FirebaseEarlierFiles implements EarlierFiles {
  private readonly bucket: ReturnType<Storage['bucket']>;

  constructor(app: App, bucket: string) {
    this.bucket = getStorage(app).bucket(bucket);
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    const found = await unlessGone(() => this.bucket.file(name).download());
    return found?.[0];
  }

  async names(prefix: string): Promise<readonly string[]> {
    const [files] = await this.bucket.getFiles({ prefix });
    return files.map(({ name }) => name);
  }

  async create(name: string, bytes: Uint8Array): Promise<void> {
    try {
      // Generation 0 means that there is no such object; else the bucket answers 412.
      const unlessThere = { ifGenerationMatch: 0 };
      await this.bucket
        .file(name)
        .save(Buffer.from(bytes), { resumable: false, preconditionOpts: unlessThere });
    } catch (error) {
      if (!hasStatus(error, 412)) throw error;
    }
  }
}

async function send(upload: string, range: string, bytes: Uint8Array | null): Promise<UploadState> {
  const answer = await fetch(upload, {
    method: 'PUT',
    headers: { 'Content-Range': range },
    body: bytes && new Uint8Array(bytes),
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  });
  // 308 means "continue" in this protocol, and `Range` has the bytes that arrived.
  if (answer.status === 308) {
    await answer.body?.cancel();
    const last = /^bytes=0-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1];
    return { kind: 'open', received: last === undefined ? 0 : Number(last) + 1 };
  }
  if (answer.ok) {
    const { size, crc32c } = v.parse(finished, await answer.json());
    return { kind: 'complete', size: Number(size), crc32c };
  }
  await answer.body?.cancel();
  if (answer.status === 404 || answer.status === 410) return { kind: 'gone' };
  throw new Error(`The bucket answered ${answer.status} to a piece of an export`);
}

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

const firebaseIdTokensIsMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'auth/user-not-found';

/** `app/network-error`, `app/network-timeout`, and what the service itself could not do: https://firebase.google.com/docs/auth/admin/errors */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^app\/|^auth\/(internal-error|too-many-requests)$/.test(String(error.code));

/** Checks Firebase ID tokens. Every fault of a token gets the same answer: sign in again. A service that does not answer says nothing about the token. */
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
    } catch (error) {
      return fail(problem(isUnreachable(error) ? 'service-unavailable' : 'sign-in-required'));
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
      if (firebaseIdTokensIsMissing(error)) return undefined;
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
      if (!firebaseIdTokensIsMissing(error)) throw error;
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

const uploadPath = (uid: string, slot: string) => `uploads/${uid}/${slot}`;
const publicPath = (sha256: string) => `public/${sha256}`;

/** Pictures in Cloud Storage: owners write `uploads/{uid}/{slot}`, only functions write `public/{sha256}`. */
export class FirebasePictures implements Pictures {
  private readonly bucket: ReturnType<Storage['bucket']>;

  constructor(app: App, bucket: string) {
    this.bucket = getStorage(app).bucket(bucket);
  }

  async publish(uid: string, picture: DraftPicture): Promise<Result<StoredPicture>> {
    const bytes = await this.uploaded(uid, picture);
    if (bytes === undefined) return pictureMissing();
    const checked = checkedPicture(bytes, picture);
    if (!checked.ok) return checked;
    const { sha256, type } = checked.value;
    const target = this.bucket.file(publicPath(sha256));
    // Browsers get pictures only through the functions, which set the cache time.
    const metadata = { contentType: type, cacheControl: 'private, no-store' };
    await target.save(Buffer.from(bytes), { resumable: false, metadata });
    return ok(checked.value);
  }

  async read(sha256: string, which: 'shown' | 'any' = 'shown'): Promise<PictureBytes | undefined> {
    const file = this.bucket.file(publicPath(sha256));
    try {
      const [[metadata], [bytes]] = await Promise.all([file.getMetadata(), file.download()]);
      const type = pictureTypes.find((each) => each === metadata.contentType);
      const isShown = which === 'any' || noted(metadata, withheldSinceKey) === null;
      return isShown && type !== undefined ? { bytes, type } : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async removeUploads(uid: string): Promise<void> {
    await this.bucket.deleteFiles({ prefix: `uploads/${uid}/`, force: true });
  }

  async *publicPictures(): AsyncGenerator<PublicPicture> {
    for await (const { name, metadata } of filesBelow(this.bucket, publicPath(''))) {
      yield publicPictureOf(name, metadata);
    }
  }

  async findPublic(sha256: string): Promise<PublicPicture | undefined> {
    const name = publicPath(sha256);
    const found = await unlessGone(() => this.bucket.file(name).getMetadata());
    return found && publicPictureOf(name, found[0]);
  }

  async noteUnnamed(picture: PublicPicture, since: number | null): Promise<void> {
    await this.note(picture, unnamedSinceKey, since);
  }

  async withhold(picture: PublicPicture, since: number | null): Promise<void> {
    await this.note(picture, withheldSinceKey, since);
  }

  async removePublic({ sha256, generation }: PublicPicture): Promise<void> {
    await unlessGone(() => this.bucket.file(publicPath(sha256)).delete({ ifGenerationMatch: generation }));
  }

  async *uploads(after: string | null = null): AsyncGenerator<OwnerUpload> {
    // Zero is the character after the slash, so this lies behind every name of that owner.
    const from = after === null ? undefined : `uploads/${after}0`;
    for await (const { name, metadata } of filesBelow(this.bucket, 'uploads/', from)) {
      const [, uid = '', slot = ''] = name.split('/');
      const uploadedAt = Date.parse(metadata.timeCreated ?? '');
      if (isPictureSlot(slot)) yield { uid, slot, generation: String(metadata.generation), uploadedAt };
    }
  }

  async removeUpload({ uid, slot, generation }: OwnerUpload): Promise<void> {
    await unlessGone(() => this.bucket.file(uploadPath(uid, slot)).delete({ ifGenerationMatch: generation }));
  }

  private async note(
    { sha256, generation }: PublicPicture,
    key: string,
    since: number | null,
  ): Promise<void> {
    const metadata = { [key]: since === null ? null : String(since) };
    await unlessGone(() =>
      this.bucket.file(publicPath(sha256)).setMetadata({ metadata }, { ifGenerationMatch: generation }),
    );
  }

  /** The upload of the draft; undefined when it is gone or was replaced. */
  private async uploaded(uid: string, { slot, generation }: DraftPicture): Promise<Uint8Array | undefined> {
    const file = this.bucket.file(uploadPath(uid, slot));
    try {
      const [metadata] = await file.getMetadata();
      if (String(metadata.generation) !== generation) return undefined;
      // One byte above the limit is enough to know that it is too large.
      const [bytes] = await file.download({ start: 0, end: maxBytesOf(slot) });
      return bytes;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

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

/** REST everywhere: the same protocol locally and in production, and a cold start does not load gRPC. */
const storeOf = (app: App, database: string): Store =>
  new FirestoreStore(initializeFirestore(app, { preferRest: true }, database));

/** Only the database of a project, with the machine's own credentials: for scripts without a bucket, which pictures need. */
export function firebaseStore({
  projectId,
  database,
}: Pick<Config['firebase'], 'projectId' | 'database'>): Store {
  return storeOf(firebaseApp({ projectId, storageBucket: '', emulated: false }), database);
}

/** The domains of a site of Firebase Hosting, with the machine's own credentials. */
export const hostedDomains = (project: string, site: string): CustomDomains =>
  hostingDomains({
    project,
    site,
    token: async () => (await defaultCredentials().getAccessToken()).access_token,
  });

/** `addTask`: adds tasks to the queues of the cloud; null where there are none. */
export function firebaseAdapters(settings: Config['firebase']): Pick<
  Deps,
  'store' | 'idTokens' | 'users' | 'signIns' | 'pictures' | 'exportFiles' | 'earlierFiles'
> & {
  readonly addTask: AddTask | null;
} {
  const app = firebaseApp(settings);
  return {
    store: storeOf(app, settings.database),
    idTokens: new FirebaseIdTokens(app),
    users: new FirebaseUsers(app),
    signIns: new FirebaseSignIns(app, settings.identity),
    exportFiles: new FirebaseExportFiles(app, settings.storageBucket),
    earlierFiles: new FirebaseEarlierFiles(app, releasesBucketOf(settings.projectId)),
    pictures: new FirebasePictures(app, settings.storageBucket),
    addTask: settings.queueRegion === null ? null : queuesOf(app, settings.queueRegion),
  };
}
