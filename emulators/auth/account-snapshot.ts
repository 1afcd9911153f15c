import {
  AgentProjectState,
  type ProjectState,
  type TenantProjectState,
} from 'firebase-tools/lib/emulator/auth/state.js';
import * as v from 'valibot';
import { authMessage, type AuthMessage } from './auth-message';
import { livingSecrets, totpSecrets } from './totp/totp-secrets';

const record = v.record(v.string(), v.unknown());
const user = v.looseObject({
  localId: v.string(),
  providerUserInfo: v.optional(v.array(v.looseObject({ providerId: v.string(), rawId: v.string() }))),
});

/** Accounts and unused codes: an email that is opened after a restart still works. */
const accounts = {
  users: v.array(user),
  oobs: v.array(
    v.object({
      email: v.string(),
      oobCode: v.string(),
      oobLink: v.string(),
      requestType: v.string(),
      newEmail: v.optional(v.string()),
    }),
  ),
  verificationCodes: v.array(
    v.object({ phoneNumber: v.string(), code: v.string(), sessionInfo: v.string() }),
  ),
  temporaryProofs: v.array(
    v.object({ temporaryProof: v.string(), phoneNumber: v.string(), temporaryProofExpiresIn: v.string() }),
  ),
};

export const authSnapshot = v.object({
  version: v.literal(1),
  config: record,
  ...accounts,
  tenants: v.array(v.object({ tenantId: v.string(), config: record, ...accounts })),
  /** The sent messages, oldest first. Files of earlier versions have none. */
  messages: v.optional(v.array(authMessage), []),
  /** The secrets of enrolled authenticator apps. Files of earlier versions have none. */
  totp: v.optional(v.array(v.object({ id: v.string(), secret: v.string() })), []),
});
export type AuthSnapshot = v.InferOutput<typeof authSnapshot>;
type Accounts = Omit<AuthSnapshot, 'version' | 'config' | 'tenants' | 'messages' | 'totp'>;

export function takeSnapshot(state: AgentProjectState, messages: readonly AuthMessage[]): AuthSnapshot {
  const tenants = [...state.tenantProjectForTenantId].map(([tenantId, tenant]) => ({
    tenantId,
    config: tenant.tenantConfig,
    ...accountsOf(tenant),
  }));
  const totp = [...livingSecrets(state)];
  return { version: 1, config: state.config, ...accountsOf(state), tenants, messages: [...messages], totp };
}

function accountsOf(state: ProjectState): Accounts {
  return {
    users: [...state.users.values()],
    oobs: [...state.oobs.values()],
    verificationCodes: [...state.verificationCodes.values()],
    temporaryProofs: [...state.temporaryProofs.values()],
  };
}

export function restoreSnapshot(projectId: string, snapshot: AuthSnapshot): AgentProjectState {
  const state = new AgentProjectState(projectId);
  state.updateConfig(snapshot.config);
  restoreAccounts(state, snapshot);
  for (const { tenantId, config, ...kept } of snapshot.tenants) {
    state.createTenantWithTenantId(tenantId, config);
    const tenant: TenantProjectState | undefined = state.tenantProjectForTenantId.get(tenantId);
    if (tenant) restoreAccounts(tenant, kept);
  }
  for (const { id, secret } of snapshot.totp) totpSecrets(state).set(id, secret);
  return state;
}

function restoreAccounts(state: ProjectState, kept: Accounts): void {
  for (const { localId, providerUserInfo = [], ...fields } of kept.users) {
    state.users.set(localId, { localId });
    state.updateUserByLocalId(localId, fields, { upsertProviders: providerUserInfo });
  }
  for (const oob of kept.oobs) state.oobs.set(oob.oobCode, oob);
  for (const code of kept.verificationCodes) state.verificationCodes.set(code.sessionInfo, code);
  for (const proof of kept.temporaryProofs) state.temporaryProofs.set(proof.temporaryProof, proof);
}
