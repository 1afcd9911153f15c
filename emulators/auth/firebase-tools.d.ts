// The parts of firebase-tools' Auth emulator that start-auth.ts uses; the package has no types. Its version is pinned
// exactly in package.json, and start-auth.test.ts fails when an update moves any of them.

declare module 'firebase-tools/lib/emulator/auth/server.js' {
  import type { RequestListener } from 'node:http';
  import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js';

  /** `projects` has all state; the server adds a project on first use. */
  export function createApp(
    defaultProjectId: string,
    singleProjectMode: 0 | 1 | 2,
    projects: Map<string, AgentProjectState>,
  ): Promise<RequestListener>;
}

declare module 'firebase-tools/lib/emulator/auth/state.js' {
  export interface UserRecord {
    localId: string;
    providerUserInfo?: { providerId: string; rawId: string }[];
    [field: string]: unknown;
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
}

declare module 'firebase-tools/lib/emulator/auth/operations.js' {
  /** Operations by the parts of their id; a missing operation answers "not implemented". */
  export const authOperations: Record<string, unknown>;
}

declare module 'firebase-tools/lib/emulator/auth/apiSpec.js' {
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
}
