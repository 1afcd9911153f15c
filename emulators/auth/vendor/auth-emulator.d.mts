// The parts of firebase-tools' Auth emulator that are used here. start-auth.test.ts fails when an update moves any of them.

import type { RequestListener } from 'node:http';
/** `projects` has all state; the server adds a project on first use. */
export function createApp(
  defaultProjectId: string,
  singleProjectMode: 0 | 1 | 2,
  projects: Map<string, AgentProjectState>,
): Promise<RequestListener>;

export interface UserRecord {
  localId: string;
  providerUserInfo?: { providerId: string; rawId: string }[];
  emailVerified?: boolean;
  disabled?: boolean;
  /** Epoch seconds; earlier tokens are refused. */
  validSince?: string;
  mfaInfo?: MfaInfo[];
  [field: string]: unknown;
}

/** A second factor: a phone number, or an authenticator app (`totpInfo`), which is our addition. */
export interface MfaInfo {
  displayName: string | undefined;
  enrolledAt: string;
  mfaEnrollmentId: string;
  phoneInfo?: string;
  totpInfo?: Record<string, never>;
}

export interface MailedCode {
  email: string;
  oobCode: string;
  oobLink: string;
  requestType: string;
  newEmail?: string | undefined;
}

export interface PhoneCode {
  phoneNumber: string;
  code: string;
  sessionInfo: string;
}

export interface ProviderInfo {
  providerId: string;
  rawId: string;
  displayName?: string;
  screenName?: string;
  email?: string;
  photoUrl?: string;
}

export class ProjectState {
  projectId: string;
  /** Only tenants have one. */
  parentProject?: AgentProjectState;
  users: Map<string, UserRecord>;
  oobs: Map<string, MailedCode>;
  verificationCodes: Map<string, PhoneCode>;
  temporaryProofs: Map<
    string,
    { temporaryProof: string; phoneNumber: string; temporaryProofExpiresIn: string }
  >;
  /** Sets the given fields and updates every index for them (email address, phone number, providers). */
  updateUserByLocalId(
    localId: string,
    fields: Record<string, unknown>,
    options: { upsertProviders?: { providerId: string; rawId: string }[] },
  ): UserRecord;
  createRefreshTokenFor(
    user: UserRecord,
    provider: string,
    options: { secondFactor: { identifier: string; provider: string } },
  ): string;
  /** Throws for a factor that cannot be stored. */
  validateMfaEnrollments(factors: MfaInfo[]): MfaInfo[];
  /** The accounts that have signed in with this identity provider. */
  listProviderInfosByProviderId(providerId: string): ProviderInfo[];
}

export class TenantProjectState extends ProjectState {
  tenantConfig: Record<string, unknown>;
}

export class AgentProjectState extends ProjectState {
  constructor(projectId: string);
  config: Record<string, unknown>;
  tenantProjectForTenantId: Map<string, TenantProjectState>;
  enableImprovedEmailPrivacy: boolean;
  updateConfig(update: Record<string, unknown>, updateMask?: string): unknown;
  createTenantWithTenantId(tenantId: string, tenant: Record<string, unknown>): unknown;
}

type Answer = Record<string, unknown>;
export type Operate = (
  state: ProjectState,
  body: Record<string, unknown>,
  context: unknown,
) => Answer | Promise<Answer>;

/** Operations by the parts of their id; a missing operation answers "not implemented". Named are those that we change or call. */
export const authOperations: {
  identitytoolkit: {
    accounts: {
      signInWithPassword: Operate;
      signInWithIdp: Operate;
      signInWithEmailLink: Operate;
      mfaEnrollment: { start: Operate; finalize: Operate };
      mfaSignIn: { finalize: Operate };
    };
  };
  securetoken: { token: Operate };
};

/** Throws a bad request whose message is the code that the SDKs know. */
export function assert(condition: unknown, message: string): asserts condition;

export interface Operation {
  operationId: string;
  responses: Record<string, unknown>;
}
interface PathItem {
  parameters?: { $ref?: string }[];
  get?: Operation;
  post?: Operation;
  put?: Operation;
  patch?: Operation;
  delete?: Operation;
}
export interface ApiDescription {
  paths: Record<string, PathItem>;
}

export const apiSpec: ApiDescription;
