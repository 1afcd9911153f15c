import { createECDH, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { writeFileAtomically } from '../atomic-file';
import type { Receiver } from './decrypt';

const text = v.string();
const stored = v.record(text, v.object({ privateKey: text, auth: text, vapidKey: text }));
type Stored = v.InferOutput<typeof stored>;

export interface KnownSubscription {
  readonly receiver: Receiver;
  /** The key of the application server, which must sign each message. */
  readonly vapidKey: string;
}

export interface MadeSubscription {
  readonly id: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** The subscriptions, kept in a file over restarts. A browser keeps its private key itself; here the push service has it, because it decrypts. */
export async function openSubscriptions(file: string) {
  let all: Stored = existsSync(file) ? v.parse(stored, JSON.parse(await readFile(file, 'utf8'))) : {};
  const save = (changed: Stored) => {
    all = changed;
    return writeFileAtomically(file, `${JSON.stringify(all, null, 2)}\n`);
  };
  return {
    async add(vapidKey: string): Promise<MadeSubscription> {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const [id, auth] = [randomBytes(18).toString('base64url'), randomBytes(16).toString('base64url')];
      await save({ ...all, [id]: { privateKey: keys.getPrivateKey('base64url'), auth, vapidKey } });
      return { id, keys: { p256dh, auth } };
    },
    find(id: string): KnownSubscription | null {
      const found = Object.hasOwn(all, id) ? all[id] : undefined;
      if (found === undefined) return null;
      const keys = createECDH('prime256v1');
      keys.setPrivateKey(Buffer.from(found.privateKey, 'base64url'));
      return { receiver: { keys, auth: Buffer.from(found.auth, 'base64url') }, vapidKey: found.vapidKey };
    },
    async remove(id: string): Promise<void> {
      await save(Object.fromEntries(Object.entries(all).filter(([known]) => known !== id)));
    },
  };
}

export type Subscriptions = Awaited<ReturnType<typeof openSubscriptions>>;
