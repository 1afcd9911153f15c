/** The time that a database of the browser has for its first answer, in steps of milliseconds. */
const steps = 4;
const step = 500;

/**
 * Whether this answers within two seconds, also with an error. A busy page runs its timers late; the steps make sure that an answer which waits
 * behind other work still counts.
 */
export function answersInTime(work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    let passed = 0;
    const timer = setInterval(() => {
      passed += 1;
      if (passed === steps) end(false);
    }, step);
    const end = (answered: boolean) => {
      clearInterval(timer);
      resolve(answered);
    };
    work.then(
      () => end(true),
      () => end(true),
    );
  });
}

/**
 * Asks a database of IndexedDB for a transaction over all that it holds, and says whether there is one. In WebKit a transaction of an earlier page
 * can keep a database locked until the browser is closed; then this never settles.
 */
function askDatabase(factory: IDBFactory, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = factory.open(name);
    // There is no such database, and this must not make it.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const database = opening.result;
      const end = () => {
        database.close();
        resolve(true);
      };
      const stores = [...database.objectStoreNames];
      const [first] = stores;
      if (first === undefined) return end();
      const asking = database.transaction(stores, 'readwrite');
      asking.oncomplete = end;
      asking.onabort = end;
      asking.objectStore(first).count();
    };
  });
}

/** Whether this browser has a database of this name that can be used. `silent`: it has one that does not answer within two seconds. */
export async function databaseState(name: string): Promise<'none' | 'answers' | 'silent'> {
  // Where storage is blocked, `indexedDB` is missing or opening throws.
  const asked = (async () => askDatabase(indexedDB, name))().catch(() => false);
  if (!(await answersInTime(asked))) return 'silent';
  return (await asked) ? 'answers' : 'none';
}

/**
 * The engine of Safari, and of every browser on iOS outside the EU. There a transaction that begins while the page is left stays locked, and with
 * it its database (bugs.webkit.org/show_bug.cgi?id=226547). Firebase's SDKs begin such transactions, so their databases are not used there.
 */
export const isWebKit = (): boolean => navigator.vendor.startsWith('Apple');
