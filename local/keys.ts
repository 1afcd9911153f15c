import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { writeFileAtomically } from '@busker/emulators/data-folder';
import { newPushKey } from '@busker/functions/push/push-config';
import { StateFolderError } from './state-folder';

const keysFile = v.object({
  buskerSecret: v.string(),
  stripeSecretKey: v.string(),
  stripePublishableKey: v.string(),
  /** One for events of the platform's own account, one for events of connected accounts. */
  stripeWebhookSecrets: v.object({ account: v.string(), connect: v.string() }),
  /** Signs push messages. A folder of an earlier release has none. */
  vapidPrivateKey: v.optional(v.string(), () => newPushKey().privateKey),
});

/**
 * The keys that an operator gets from Stripe or creates with openssl. They are created at the first start, so that no
 * installation shares them.
 */
export type Keys = v.InferOutput<typeof keysFile>;

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

export async function readKeys(path: string): Promise<Keys> {
  if (existsSync(path)) {
    const { text, keys } = await readIn(path);
    if (!text.includes('vapidPrivateKey')) await writeKeys(path, keys);
    return keys;
  }
  const keys: Keys = {
    buskerSecret: hex(32),
    stripeSecretKey: `sk_test_sandbox_${hex(16)}`,
    stripePublishableKey: `pk_test_sandbox_${hex(16)}`,
    stripeWebhookSecrets: { account: `whsec_${hex(24)}`, connect: `whsec_${hex(24)}` },
    vapidPrivateKey: newPushKey().privateKey,
  };
  await writeKeys(path, keys);
  return keys;
}

async function readIn(path: string): Promise<{ readonly text: string; readonly keys: Keys }> {
  try {
    const text = await readFile(path, 'utf8');
    return { text, keys: v.parse(keysFile, JSON.parse(text)) };
  } catch (cause) {
    throw new StateFolderError(`${path} cannot be read. Start with --reset to create new keys.`, { cause });
  }
}

const writeKeys = (path: string, keys: Keys) =>
  writeFileAtomically(path, `${JSON.stringify(keys, null, 2)}\n`);
