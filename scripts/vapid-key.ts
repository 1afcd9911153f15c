// npx tsx scripts/vapid-key.ts: makes a private key for VAPID_PRIVATE_KEYS. Put it in front of older keys: they serve the devices that subscribed before.
import { newPushKey } from '@busker/functions/push/push-config';

process.stdout.write(`${newPushKey().privateKey}\n`);
