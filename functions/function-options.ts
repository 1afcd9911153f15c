import type { Env, EnvReader } from './env-reader';

/** The secrets that Secret Manager gives to every function as environment variables. */
const secrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'BUSKER_SECRET', 'CHALLENGE_SECRET_KEY'];

/** What only the functions get that send messages to owners. An installation may do without these: then their value is `off`. */
export const senderSecrets = ['SMTP_URL', 'DKIM_PRIVATE_KEY', 'VAPID_PRIVATE_KEYS'];

const count = (given: string | undefined, otherwise: number): number =>
  /^\d{1,4}$/.test(given ?? '') ? Number(given) : otherwise;

/** The service account that the functions run as. It can reach only what they need: docs/hosts/self-hosting.md lists its roles. */
export const runtimeAccountOf = (projectId: string): string =>
  `busker-run@${projectId}.iam.gserviceaccount.com`;

/** The bucket of every embed version, of the files of every dashboard, and of the release records. A deploy writes it; the functions only read it. */
export const releasesBucketOf = (projectId: string): string => `${projectId}-busker-releases`;

/** A job repeats itself. A task is repeated only when the job could not even be begun; after that the schedule finds it. */
const retryConfig = { maxAttempts: 3, minBackoffSeconds: 10, maxBackoffSeconds: 60 };

/** The region of the functions and their queues. */
export const regionOf = (env: Env): string => env['BUSKER_REGION'] || 'us-central1';

/** Where the functions run and how many of them, for `firebase deploy`, which reads them from the functions' own `.env`. */
export function functionOptions(env: Env) {
  const project = env['GCLOUD_PROJECT'] ?? '';
  // The emulator of Firebase's tools has no service accounts.
  const account =
    project === '' || env['FUNCTIONS_EMULATOR'] === 'true'
      ? {}
      : { serviceAccount: runtimeAccountOf(project) };
  const everywhere = { region: regionOf(env), secrets, ...account };
  const withSenders = [...secrets, ...senderSecrets];
  const startedBy = 'serviceAccount' in account ? { invoker: account.serviceAccount } : {};
  return {
    // It sends the codes that verify a channel, and the tests of owners.
    app: {
      ...everywhere,
      secrets: withSenders,
      concurrency: 80,
      memory: '512MiB',
      invoker: 'public',
      minInstances: count(env['MIN_INSTANCES'], 0),
      maxInstances: count(env['MAX_INSTANCES'], 40),
    },
    // A flood of views must not use up the instances that take tips. The function holds only counters, so it needs little memory for many requests at once.
    count: {
      ...everywhere,
      concurrency: 1000,
      memory: '256MiB',
      invoker: 'public',
      minInstances: 0,
      maxInstances: 5,
    },
    schedule: { ...everywhere, memory: '512MiB', timeoutSeconds: 540, maxInstances: 1 },
    // Each minute: work without a task. It sends by itself, so that a queue that stands still delays nothing for long.
    outboxSweep: {
      ...everywhere,
      secrets: withSenders,
      memory: '512MiB',
      timeoutSeconds: 300,
      maxInstances: 1,
    },
    // A slow receiver must not delay the planning of messages, so that there are two queues. The times of further tries are data: Cloud Tasks
    // repeats a task only when the store did not answer.
    outboxrelay: {
      ...everywhere,
      ...startedBy,
      memory: '256MiB',
      timeoutSeconds: 60,
      concurrency: 80,
      maxInstances: 3,
      rateLimits: { maxConcurrentDispatches: 100, maxDispatchesPerSecond: 200 },
      retryConfig: { maxAttempts: 5, minBackoffSeconds: 2, maxBackoffSeconds: 60, maxDoublings: 4 },
    },
    outboxsend: {
      ...everywhere,
      ...startedBy,
      secrets: withSenders,
      memory: '512MiB',
      timeoutSeconds: 60,
      concurrency: 40,
      maxInstances: 5,
      rateLimits: { maxConcurrentDispatches: 60, maxDispatchesPerSecond: 100 },
      retryConfig,
    },
    // Webhooks whose receivers need seconds: few at a time, beside everybody else's.
    outboxslow: {
      ...everywhere,
      ...startedBy,
      secrets: withSenders,
      memory: '256MiB',
      timeoutSeconds: 60,
      concurrency: 20,
      maxInstances: 1,
      rateLimits: { maxConcurrentDispatches: 20 },
      retryConfig,
    },
    // Only the functions themselves may start a task. At most 25 calls of Stripe a second: a check makes about five.
    looks: {
      ...everywhere,
      ...startedBy,
      memory: '512MiB',
      timeoutSeconds: 540,
      concurrency: 5,
      maxInstances: 2,
      rateLimits: { maxDispatchesPerSecond: 5, maxConcurrentDispatches: 5 },
      retryConfig,
    },
    // Frequent jobs have their own places, so that no export or deletion delays them.
    sweeps: {
      ...everywhere,
      ...startedBy,
      memory: '512MiB',
      timeoutSeconds: 540,
      concurrency: 1,
      maxInstances: 3,
      rateLimits: { maxConcurrentDispatches: 3 },
      retryConfig,
    },
    // One job for each instance, so that it has the memory for itself: the books of a large account, an export.
    work: {
      ...everywhere,
      ...startedBy,
      memory: '1GiB',
      timeoutSeconds: 1800,
      concurrency: 1,
      maxInstances: 4,
      rateLimits: { maxConcurrentDispatches: 4 },
      retryConfig,
    },
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
