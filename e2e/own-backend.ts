import { newStateDir, removeStateDir, startBackend, type Addresses, type Backend } from './backend';
import { test } from './fixtures';

export interface OwnBackend {
  /** Known once the tests run. */
  readonly addresses: Addresses;
}

interface Options {
  /** Environment variables; without them, the limits are wide enough for many tips from one address. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the backend needs before the first test. */
  readonly prepare?: (backend: OwnBackend) => Promise<void>;
}

/**
 * Starts a backend for the tests of one file and stops it after them, for files that change what the tests of others see. Playwright starts one for
 * each worker that runs tests of the file.
 */
export function ownBackend({ env = { LIMIT_FACTOR: '1000' }, prepare }: Options = {}): OwnBackend {
  let backend: Backend | null = null;
  const started = (): Backend => {
    if (backend) return backend;
    throw new Error('The backend of this file starts with its first test.');
  };
  test.beforeAll(async () => {
    backend = await startBackend({ stateDir: await newStateDir(), env });
    await prepare?.(backend);
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
