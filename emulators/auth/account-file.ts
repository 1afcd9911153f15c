import { existsSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { writeFileAtomically } from '@busker/emulators/data-folder';
import { authMessage, openOutbox, type AuthMessage, type Outbox } from './outbox/outbox';
import { livingSecrets, totpSecrets } from './totp';
import { AgentProjectState, type ProjectState, type TenantProjectState } from './vendor/auth-emulator.mjs';

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

const authSnapshot = v.object({
  version: v.literal(1),
  config: record,
  ...accounts,
  tenants: v.array(v.object({ tenantId: v.string(), config: record, ...accounts })),
  /** The sent messages, oldest first. Files of earlier versions have none. */
  messages: v.optional(v.array(authMessage), []),
  /** The secrets of enrolled authenticator apps. Files of earlier versions have none. */
  totp: v.optional(v.array(v.object({ id: v.string(), secret: v.string() })), []),
});
type AuthSnapshot = v.InferOutput<typeof authSnapshot>;
type Accounts = Omit<AuthSnapshot, 'version' | 'config' | 'tenants' | 'messages' | 'totp'>;

function takeSnapshot(state: AgentProjectState, messages: readonly AuthMessage[]): AuthSnapshot {
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

function restoreSnapshot(projectId: string, snapshot: AuthSnapshot): AgentProjectState {
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

/** The accounts of one project in `<folder>/accounts.json`. */
interface AccountFile {
  readonly state: AgentProjectState;
  readonly outbox: Outbox;
  /**
   * Resolves when all changes are on disk. Changes of one moment share a write. After a failure the write is tried again
   * every `retryMs`.
   */
  saved(): Promise<void>;
  /** Writes pending changes and stops. */
  close(): Promise<void>;
}

interface AccountFileOptions {
  readonly projectId: string;
  readonly actionUrl: string | null;
  readonly retryMs: number;
  readonly onFailure: (error: unknown) => void;
}

interface Kept {
  readonly state: AgentProjectState;
  readonly messages: readonly AuthMessage[];
}

const name = 'accounts.json';

/** What a project has before its first account. */
export function newAccounts(projectId: string): Kept {
  const state = new AgentProjectState(projectId);
  // The default of a new Firebase project: no answer tells whether an email address has an account.
  state.enableImprovedEmailPrivacy = true;
  return { state, messages: [] };
}

/** @throws when the file exists but is invalid; it is never overwritten then */
async function readKept(path: string, projectId: string): Promise<Kept> {
  if (existsSync(path)) {
    const snapshot = v.parse(authSnapshot, await parsed(path));
    return { state: restoreSnapshot(projectId, snapshot), messages: snapshot.messages };
  }
  return newAccounts(projectId);
}

async function parsed(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

/** Removes the temporary files of a process that was killed while it wrote. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const halves = names.filter((each) => each.startsWith(`${name}.`) && each.endsWith('.next'));
  await Promise.all(halves.map((each) => rm(join(folder, each), { force: true })));
}

/** @param folder null keeps the accounts in memory only */
export async function openAccountFile(
  folder: string | null,
  { projectId, actionUrl, retryMs, onFailure }: AccountFileOptions,
): Promise<AccountFile> {
  if (folder === null) {
    const { state, messages } = newAccounts(projectId);
    const nothing = (): Promise<void> => Promise.resolve();
    const outbox = openOutbox(state, { kept: messages, actionUrl });
    return { state, outbox, saved: nothing, close: nothing };
  }
  const path = join(folder, name);
  await sweep(folder);
  const { state, messages } = await readKept(path, projectId).catch((cause: unknown) => {
    throw new Error(`The accounts in ${path} cannot be read. Move the file away, or start with --reset.`, {
      cause,
    });
  });
  const outbox = openOutbox(state, { kept: messages, actionUrl });
  const taken = (): string => JSON.stringify(takeSnapshot(state, outbox.kept()));

  let written = taken();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = (): Promise<void> => {
    const done = writing.then(async () => {
      const text = taken();
      if (text === written) return;
      await writeFileAtomically(path, text);
      written = text;
    });
    // A failed write does not block the next one.
    writing = done.catch(() => undefined);
    return done;
  };
  const writeOrRetry = (): Promise<void> => {
    const done = write();
    done.catch((error: unknown) => {
      onFailure(error);
      timer ??= setTimeout(() => {
        timer = null;
        void writeOrRetry().catch(() => undefined);
      }, retryMs);
    });
    return done;
  };

  return {
    state,
    outbox,
    saved: writeOrRetry,
    close: () => {
      if (timer) clearTimeout(timer);
      return write();
    },
  };
}
