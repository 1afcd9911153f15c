import * as v from 'valibot';
import { known, mapped, unanswered, type GoogleRest, type Reply } from '../../installation/google';
import { type Installation } from '../../installation/installation';

export interface SignInFacts {
  readonly password: boolean;
  /** The other enabled methods, with the names of `SIGN_IN_METHODS`. */
  readonly methods: readonly string[];
  /** Does the service hide whether an address has an account? */
  readonly enumerationProtection: boolean;
  readonly domains: readonly string[];
  /** The address to which the links in its mails lead. */
  readonly actionUrl: string;
}

const flag = v.optional(v.boolean(), false);
const toggled = v.optional(v.object({ enabled: flag }), {});
const config = v.object({
  signIn: v.optional(
    v.object({
      email: v.optional(v.object({ enabled: flag, passwordRequired: flag }), {}),
      phoneNumber: toggled,
      anonymous: toggled,
    }),
    {},
  ),
  authorizedDomains: v.optional(v.array(v.string()), []),
  emailPrivacyConfig: v.optional(v.object({ enableImprovedEmailPrivacy: flag }), {}),
  mfa: v.optional(
    v.object({
      providerConfigs: v.optional(
        v.array(v.object({ state: v.optional(v.string(), ''), totpProviderConfig: v.optional(v.unknown()) })),
        [],
      ),
    }),
    {},
  ),
  notification: v.optional(
    v.object({ sendEmail: v.optional(v.object({ callbackUri: v.optional(v.string(), '') }), {}) }),
    {},
  ),
});
const provider = v.object({ name: v.string(), enabled: flag });

/** The project's sign-in configuration (cloud.google.com/identity-platform/docs/reference/rest/v2/Config); null = sign-in was never enabled. */
export async function readSignIn(google: GoogleRest, projectId: string): Promise<Reply<SignInFacts | null>> {
  const root = `https://identitytoolkit.googleapis.com/admin/v2/projects/${projectId}`;
  const list = (name: string) => google.readAll(`${root}/${name}?pageSize=100`, name, provider);
  const [found, ...providers] = await Promise.all([
    google.read(`${root}/config`, config),
    list('defaultSupportedIdpConfigs'),
    list('oauthIdpConfigs'),
    list('inboundSamlConfigs'),
  ]);
  if (found.state === 'unknown') return found;
  if (found.value === null) return known(null);
  const { signIn, authorizedDomains, emailPrivacyConfig, mfa, notification } = found.value;
  const methods: string[] = [];
  if (signIn.email.enabled && !signIn.email.passwordRequired) methods.push('email-link');
  if (signIn.phoneNumber.enabled) methods.push('phone');
  if (signIn.anonymous.enabled) methods.push('guest');
  if (mfa.providerConfigs.some((each) => each.state === 'ENABLED' && each.totpProviderConfig !== undefined))
    methods.push('totp');
  for (const reply of providers) {
    if (reply.state === 'unknown') return reply;
    for (const { name, enabled } of reply.value) if (enabled) methods.push(name.split('/').at(-1) ?? name);
  }
  return known({
    password: signIn.email.enabled,
    methods,
    enumerationProtection: emailPrivacyConfig.enableImprovedEmailPrivacy,
    domains: authorizedDomains,
    actionUrl: notification.sendEmail.callbackUri,
  });
}

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
