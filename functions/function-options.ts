import type { Env, EnvReader } from './http/env-reader';

/** The secrets that Secret Manager gives to every function as environment variables. */
const secrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'BUSKER_SECRET'];

const count = (given: string | undefined, otherwise: number): number =>
  /^\d{1,4}$/.test(given ?? '') ? Number(given) : otherwise;

/** The service account that the functions run as. It can reach only what they need: docs/self-hosting.md lists its roles. */
export const runtimeAccountOf = (projectId: string): string =>
  `busker-run@${projectId}.iam.gserviceaccount.com`;

/** Where the functions run and how many of them, for `firebase deploy`, which reads them from the functions' own `.env`. */
export function functionOptions(env: Env) {
  const region = env['BUSKER_REGION'] ?? '';
  const project = env['GCLOUD_PROJECT'] ?? '';
  // The emulator of Firebase's tools has no service accounts.
  const account =
    project === '' || env['FUNCTIONS_EMULATOR'] === 'true'
      ? {}
      : { serviceAccount: runtimeAccountOf(project) };
  const everywhere = { region: region === '' ? 'us-central1' : region, secrets, ...account };
  return {
    app: {
      ...everywhere,
      concurrency: 80,
      memory: '512MiB',
      invoker: 'public',
      minInstances: count(env['MIN_INSTANCES'], 0),
      maxInstances: count(env['MAX_INSTANCES'], 40),
    },
    // Without a memory of its own a function gets 256 MiB, which the books of a large account do not fit into.
    schedule: { ...everywhere, memory: '512MiB', timeoutSeconds: 540, maxInstances: 1 },
  } as const;
}

/** Names settings of the same kind that a deploy could not use, in place of their defaults. */
export function judgeFunctionOptions(read: EnvReader): void {
  const least = read.integer('MIN_INSTANCES', 0, { min: 0, max: 1000 });
  const most = read.integer('MAX_INSTANCES', 40, { min: 1, max: 1000 });
  if (least > most) read.fault('MIN_INSTANCES must not be larger than MAX_INSTANCES.');
  const region = read.text('BUSKER_REGION');
  if (region !== '' && !/^[a-z]+-[a-z]+\d+$/.test(region))
    read.fault('BUSKER_REGION must be the name of a region, such as europe-west1.');
}
