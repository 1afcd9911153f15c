import { newStateDir, removeStateDir, startBackend, type Addresses, type Backend } from './backend';
import { test } from './fixtures';

export interface OwnBackend {
  /** Known once the tests run. */
  readonly addresses: Addresses;
}

/**
 * Starts a backend with these environment variables for the tests of one file and stops it after them. A start takes several seconds of computing, and
 * Playwright starts one for each worker that runs tests of the file: for what an owner of one's own (`ownOwner`) cannot do, such as other limits.
 */
export function ownBackend(env: Readonly<Record<string, string>>): OwnBackend {
  let backend: Backend | null = null;
  const started = (): Backend => {
    if (backend) return backend;
    throw new Error('The backend of this file starts with its first test.');
  };
  test.beforeAll(async () => {
    backend = await startBackend({ stateDir: await newStateDir(), env });
  });
  test.afterAll(async () => {
    await started().stop();
    await removeStateDir(started().stateDir);
  });
  return {
    get addresses() {
      return started().addresses;
    },
  };
}
