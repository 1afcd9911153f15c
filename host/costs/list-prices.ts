/**
 * List prices in US dollars, without free quota, as published in July 2025 (https://firebase.google.com/pricing). Firestore's are those of the multi-region nam5; a single region costs
 * about half. Google changes them: compare before you rely on them.
 */
export const listPrices = {
  /** Firebase Hosting, per GB sent. */
  hostingGb: 0.15,
  /** Firestore, per document. */
  read: 0.06 / 100_000,
  written: 0.18 / 100_000,
  /** Cloud Functions (Cloud Run), per request and per second. */
  request: 0.4 / 1_000_000,
  vcpuSecond: 0.000_024,
  gibSecond: 0.000_002_5,
  /** The same of an instance that waits; a GiB second costs no less then. */
  idleVcpuSecond: 0.000_002_5,
  /** Cloud Tasks, per operation (https://cloud.google.com/tasks/pricing). */
  taskOperation: 0.4 / 1_000_000,
} as const;

/** Regions where Cloud Run costs two fifths more; host/firebase/ compares the list with that of firebase-tools. */
const isDear = (region: string): boolean =>
  /^(asia-(east2|northeast3|south[12]|southeast[12])|australia-|us-west[234])/.test(region) ||
  /^(europe-(central2|west(2|3|6|10|12))|me-central|northamerica-|southamerica-)/.test(region);
const monthSeconds = 30 * 24 * 60 * 60;

/** What instances of the function `app` (512 MiB, one vCPU) cost in a month in which they only wait, less the free quota of a month. */
export function waitingInstances(region: string, instances: number): number {
  const seconds = monthSeconds * instances * (isDear(region) ? 1.4 : 1);
  const memory = seconds * 0.5 * listPrices.gibSecond - 360_000 * listPrices.gibSecond;
  const computing = seconds * listPrices.idleVcpuSecond - 180_000 * listPrices.vcpuSecond;
  return Math.max(memory, 0) + Math.max(computing, 0);
}

/** The cost of the instances that always run, by list price. In a terminal, firebase-tools prompts for the same cost. */
export function monthlyPrice({
  minInstances,
  region,
}: {
  readonly minInstances: number;
  readonly region: string;
}): string {
  const price = waitingInstances(region, minInstances);
  const instances = minInstances === 1 ? 'one instance' : `${minInstances} instances`;
  return `${instances} of app always run: about ${price.toFixed(2)} US dollars a month, by list price`;
}
