import * as v from 'valibot';
import type { Installation } from '../installation';
import type { GoogleRest } from './google-rest';
import { known, mapped, unanswered, type Reply } from './reply';
import { readSignIn, type SignInFacts } from './sign-in-facts';

export interface DatabaseFacts {
  readonly location: string;
  readonly deleteProtection: boolean;
  readonly recoveryWindow: boolean;
}

/** A member (`serviceAccount:…` or `user:…`) and its role. */
export interface RoleBinding {
  readonly role: string;
  readonly members: readonly string[];
}

/** What Google knows about the project. The caller may lack the permission for each of these answers. */
export interface ProjectFacts {
  /** null = the project does not exist. */
  readonly number: Reply<string | null>;
  /** The billing account; null = none (the Spark plan). */
  readonly billingAccount: Reply<string | null>;
  readonly apis: Reply<readonly string[]>;
  readonly database: Reply<DatabaseFacts | null>;
  readonly bucket: Reply<boolean>;
  readonly releasesBucket: Reply<ReleasesBucketFacts | null>;
  readonly signIn: Reply<SignInFacts | null>;
  readonly runtimeAccount: Reply<boolean>;
  readonly roles: Reply<readonly RoleBinding[]>;
  readonly bucketRoles: Reply<readonly RoleBinding[]>;
  /** Who may act as the functions' service account. */
  readonly accountRoles: Reply<readonly RoleBinding[]>;
  /** The number of budgets for the billing account. */
  readonly budgets: Reply<number>;
}

export interface ReleasesBucketFacts {
  readonly versioning: boolean;
  readonly uniformAccess: boolean;
  readonly roles: Reply<readonly RoleBinding[]>;
}

const text = v.optional(v.string(), '');
const binding = v.object({ role: v.string(), members: v.optional(v.array(v.string()), []) });
const policy = v.object({ bindings: v.optional(v.array(binding), []) });
const bucketShape = v.object({
  versioning: v.optional(v.object({ enabled: v.optional(v.boolean(), false) })),
  iamConfiguration: v.optional(
    v.object({ uniformBucketLevelAccess: v.optional(v.object({ enabled: v.optional(v.boolean(), false) })) }),
  ),
});
const databaseShape = v.object({
  locationId: v.string(),
  deleteProtectionState: text,
  pointInTimeRecoveryEnablement: text,
});

const bindingsOf = (reply: Reply<v.InferOutput<typeof policy> | null>) =>
  mapped(reply, (value) => value?.bindings ?? []);

async function readBudgets(google: GoogleRest, billing: Reply<string | null>): Promise<Reply<number>> {
  if (billing.state === 'unknown') return billing;
  if (billing.value === null) return known(0);
  const url = `https://billingbudgets.googleapis.com/v1/${billing.value}/budgets`;
  return mapped(await google.readAll(url, 'budgets', v.looseObject({})), (budgets) => budgets.length);
}

async function readReleasesBucket(google: GoogleRest, url: string): Promise<ProjectFacts['releasesBucket']> {
  const [bucket, roles] = await Promise.all([
    google.read(url, bucketShape),
    google.read(`${url}/iam`, policy),
  ]);
  return mapped(
    bucket,
    (value) =>
      value && {
        versioning: value.versioning?.enabled ?? false,
        uniformAccess: value.iamConfiguration?.uniformBucketLevelAccess?.enabled ?? false,
        roles: bindingsOf(roles),
      },
  );
}

/** Reads from Google's REST APIs; changes nothing. */
export async function readProject(google: GoogleRest, wanted: Installation): Promise<ProjectFacts> {
  const { projectId, database, bucket, releasesBucket, runtimeAccount } = wanted;
  const project = `projects/${projectId}`;
  const storage = 'https://storage.googleapis.com/storage/v1/b';
  const manager = `https://cloudresourcemanager.googleapis.com/v3/${project}`;
  const serviceAccount = `https://iam.googleapis.com/v1/${project}/serviceAccounts/${runtimeAccount}`;
  const [number, billing, apis, found, files, releases, signIn, account, roles, bucketRoles, accountRoles] =
    await Promise.all([
      google.read(manager, v.object({ name: v.string() })),
      google.read(
        `https://cloudbilling.googleapis.com/v1/${project}/billingInfo`,
        v.object({ billingEnabled: v.optional(v.boolean(), false), billingAccountName: text }),
      ),
      google.readAll(
        `https://serviceusage.googleapis.com/v1/${project}/services?filter=state:ENABLED&pageSize=200`,
        'services',
        v.object({ name: v.string() }),
      ),
      google.read(
        `https://firestore.googleapis.com/v1/${project}/databases/${encodeURIComponent(database.id)}`,
        databaseShape,
      ),
      google.read(`${storage}/${bucket}`, v.looseObject({})),
      readReleasesBucket(google, `${storage}/${releasesBucket}`),
      readSignIn(google, projectId),
      google.read(serviceAccount, v.object({ disabled: v.optional(v.boolean(), false) })),
      google.query(`${manager}:getIamPolicy`, {}, policy),
      google.read(`${storage}/${bucket}/iam`, policy),
      google.query(`${serviceAccount}:getIamPolicy`, {}, policy),
    ]);
  const billingAccount = mapped(billing, (value) =>
    value?.billingEnabled === true ? value.billingAccountName : null,
  );
  return {
    number: mapped(number, (value) => value?.name.replace('projects/', '') ?? null),
    billingAccount,
    apis: mapped(apis, (list) => list.map(({ name }) => name.split('/').at(-1) ?? name)),
    database: mapped(
      found,
      (value) =>
        value && {
          location: value.locationId,
          deleteProtection: value.deleteProtectionState === 'DELETE_PROTECTION_ENABLED',
          recoveryWindow: value.pointInTimeRecoveryEnablement === 'POINT_IN_TIME_RECOVERY_ENABLED',
        },
    ),
    bucket: mapped(files, (value) => value !== null),
    releasesBucket: releases,
    signIn,
    runtimeAccount: mapped(account, (value) => value !== null && !value.disabled),
    roles:
      roles.state === 'known' && roles.value === null ? unanswered('no such project') : bindingsOf(roles),
    bucketRoles: bindingsOf(bucketRoles),
    accountRoles: bindingsOf(accountRoles),
    budgets: await readBudgets(google, billingAccount),
  };
}
