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
  /** Cloud Tasks, per operation (https://cloud.google.com/tasks/pricing). */
  taskOperation: 0.4 / 1_000_000,
} as const;
