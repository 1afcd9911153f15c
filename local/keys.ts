import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { writeFileAtomically } from '../emulators/atomic-file';
import { StateFolderError } from './state-folder';

const keysFile = v.object({
  buskerSecret: v.string(),
  stripeSecretKey: v.string(),
  stripePublishableKey: v.string(),
  /** One for events of the platform's own account, one for events of connected accounts. */
  stripeWebhookSecrets: v.object({ account: v.string(), connect: v.string() }),
});

/**
 * The keys that an operator gets from Stripe or creates with openssl. They are created at the first start, so that no
 * installation shares them.
 */
export type Keys = v.InferOutput<typeof keysFile>;

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

export async function readKeys(path: string): Promise<Keys> {
  if (existsSync(path)) {
    const text = await readFile(path, 'utf8');
    try {
      return v.parse(keysFile, JSON.parse(text));
    } catch (cause) {
      throw new StateFolderError(`${path} cannot be read. Start with --reset to create new keys.`, { cause });
    }
  }
  const keys: Keys = {
    buskerSecret: hex(32),
    stripeSecretKey: `sk_test_sandbox_${hex(16)}`,
    stripePublishableKey: `pk_test_sandbox_${hex(16)}`,
    stripeWebhookSecrets: { account: `whsec_${hex(24)}`, connect: `whsec_${hex(24)}` },
  };
  await writeFileAtomically(path, `${JSON.stringify(keys, null, 2)}\n`);
  return keys;
}
