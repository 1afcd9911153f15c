import * as v from 'valibot';

/** What the overlay reads of `/busker-config.json`. It contains no secret. */
const config = v.object({
  firebase: v.object({ apiKey: v.string(), projectId: v.string(), appId: v.string() }),
  database: v.optional(v.string(), '(default)'),
  emulators: v.nullable(v.object({ firestore: v.object({ host: v.string(), port: v.number() }) })),
});
export type Config = v.InferOutput<typeof config>;

export interface Loaded {
  readonly config: Config;
  /** Milliseconds by which the server's clock is ahead of this device's. */
  readonly serverAhead: number;
}

/** Reads the configuration, and the server's clock on the way. Throws when there is none. */
export async function loadConfig(ask: typeof fetch = fetch, now: () => number = Date.now): Promise<Loaded> {
  const answer = await ask('/busker-config.json', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`/busker-config.json answered ${answer.status}`);
  const date = Date.parse(answer.headers.get('date') ?? '');
  // The header has whole seconds, so less than two of difference mean nothing.
  const ahead = Number.isNaN(date) ? 0 : date - now();
  return { config: v.parse(config, await answer.json()), serverAhead: Math.abs(ahead) < 2000 ? 0 : ahead };
}
