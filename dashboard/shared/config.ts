import * as v from 'valibot';

/**
 * `/busker-config.json`: which hosted services this dashboard talks to. Nothing in it is a secret. `emulators` is null on real
 * services; else where their stand-ins listen.
 */
const config = v.object({
  firebase: v.object({
    apiKey: v.string(),
    authDomain: v.string(),
    projectId: v.string(),
    storageBucket: v.string(),
    appId: v.string(),
  }),
  /** Ways in besides address and password, as the project has them switched on. */
  methods: v.optional(
    v.object({
      emailLink: v.boolean(),
      phone: v.boolean(),
      guest: v.boolean(),
      providers: v.array(v.object({ id: v.string(), name: v.nullable(v.string()) })),
    }),
    { emailLink: false, phone: false, guest: false, providers: [] },
  ),
  emulators: v.nullable(
    v.object({
      auth: v.string(),
      firestore: v.object({ host: v.string(), port: v.number() }),
      storage: v.object({ host: v.string(), port: v.number() }),
    }),
  ),
});
export type Config = v.InferOutput<typeof config>;

/** Throws when the file is missing or wrong: without it nothing can work, and the start screen says so. */
export async function loadConfig(fetchIt: typeof fetch = fetch): Promise<Config> {
  const answer = await fetchIt('/busker-config.json');
  if (!answer.ok) throw new Error(`/busker-config.json answered ${answer.status}`);
  return v.parse(config, await answer.json());
}
