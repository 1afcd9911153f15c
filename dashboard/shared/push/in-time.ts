/** The result of a promise, or null when it takes longer: `PushManager.subscribe` may never settle (ungoogled-chromium#3770). */
export function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
