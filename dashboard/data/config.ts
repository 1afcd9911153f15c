import * as v from 'valibot';

/**
 * `/busker-config.json`: the hosted services of this dashboard. It contains no secret. `emulators`: null on real services, otherwise the
 * addresses of the local ones.
 */
const config = v.object({
  firebase: v.object({
    apiKey: v.string(),
    authDomain: v.string(),
    projectId: v.string(),
    storageBucket: v.string(),
    appId: v.string(),
  }),
  /** Sign-in methods besides email and password that the project has enabled. */
  methods: v.optional(
    v.object({
      emailLink: v.boolean(),
      phone: v.boolean(),
      guest: v.boolean(),
      totp: v.optional(v.boolean(), false),
      providers: v.array(v.object({ id: v.string(), name: v.nullable(v.string()) })),
    }),
    { emailLink: false, phone: false, guest: false, totp: false, providers: [] },
  ),
  database: v.optional(v.string(), '(default)'),
  emulators: v.nullable(
    v.object({
      auth: v.string(),
      firestore: v.object({ host: v.string(), port: v.number() }),
      storage: v.object({ host: v.string(), port: v.number() }),
    }),
  ),
});
export type Config = v.InferOutput<typeof config>;

/** Throws when the file is missing or invalid: nothing can work without it, and the start screen says so. */
export async function loadConfig(fetchIt: typeof fetch = fetch): Promise<Config> {
  const answer = await fetchIt('/busker-config.json');
  if (!answer.ok) throw new Error(`/busker-config.json answered ${answer.status}`);
  return v.parse(config, await answer.json());
}

/** The folder of this release's public files, such as the platform icons. */
export const embedFolder = `/embed/${process.env.BUSKER_VERSION ?? ''}/`;
