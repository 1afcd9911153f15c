import { firefoxPath, noFirefox } from './firefox';
import { newStateDir, removeStateDir, startBackend } from './backend';

/** Starts one backend for the whole run, on free ports and in its own folder, unless BUSKER_E2E_ADDRESSES (JSON) names one. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (firefoxPath === null) console.warn(`The tests in Firefox are skipped. ${noFirefox}`);
  if (process.env['BUSKER_E2E_ADDRESSES']) return undefined;
  const stateDir = await newStateDir();
  // All tests tip from one address, and a fast machine would exceed the limit of one address.
  const backend = await startBackend({ stateDir, env: { LIMIT_FACTOR: '1000' } });
  process.env['BUSKER_E2E_ADDRESSES'] = JSON.stringify(backend.addresses);
  return async () => {
    await backend.stop();
    await removeStateDir(stateDir);
  };
}
