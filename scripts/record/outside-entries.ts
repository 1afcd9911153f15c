import { access } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { root } from './root';
import type { Json, Recorded } from './compare';

/** Files that programs outside of this repository import by these paths: they stay there, if need be as two lines that export from elsewhere. */
const entries = [
  'core/web/route-headers.ts',
  'emulators/auth/pages/serve-page.ts',
  'emulators/auth/start-auth.ts',
  'emulators/firestore/start-firestore.ts',
  'emulators/push/start-push.ts',
  'emulators/rules-engine/load-rules.ts',
  'emulators/storage/start-storage.ts',
  'emulators/stripe/start-stripe-sandbox.ts',
  'functions/app.ts',
  'functions/config.ts',
  'functions/events/webhook-events.ts',
  'functions/jobs/recurring-jobs.ts',
  'functions/jobs/run-sweep.ts',
  'functions/jobs/start-timers.ts',
  'functions/jobs/start-timers.ts',
  'functions/live-deps.ts',
  'local/functions-environment.ts',
  'local/hosting/immutable-files.ts',
  'local/hosting/push-on-receipts.ts',
  'local/hosting/start-example-sites.ts',
  'local/hosting/start-hosting.ts',
  'local/keys.ts',
  'local/post/start-post.ts',
  'local/web-config.ts',
];

/** Importing it starts every server, so it is only looked for. */
const commands = ['scripts/start.mjs'];

/** What each entry exports, and of which type: `function` for classes too. */
export async function outsideEntries(): Promise<Json> {
  const rows: (readonly [string, readonly string[]])[] = [];
  for (const entry of entries) {
    const exported = (await import(pathToFileURL(root + entry).href)) as Readonly<Record<string, unknown>>;
    const names = Object.entries(exported).map(([name, value]) => `${name}: ${typeof value}`);
    rows.push([entry, names.toSorted()]);
  }
  for (const command of commands) {
    await access(root + command);
    rows.push([command, ['it is a command']]);
  }
  return Object.fromEntries(rows);
}

/** An entry that is gone, or no longer exports something. More exports are no matter. */
export function lostExports(recorded: Recorded, now: Recorded): readonly string[] {
  const after = now as Readonly<Record<string, readonly string[]>>;
  return Object.entries(recorded as Readonly<Record<string, readonly string[]>>).flatMap(([entry, names]) =>
    names.filter((name) => !after[entry]?.includes(name)).map((name) => `${entry} no longer exports ${name}`),
  );
}
