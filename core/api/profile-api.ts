import * as v from 'valibot';

/** Answer of `GET /v1/handles/{handle}`. `yours`: the signed-in owner has this handle or had it before. Nobody else can get it. */
export const handleAnswer = v.strictObject({
  handle: v.string(),
  state: v.picklist(['free', 'yours', 'taken']),
});
export type HandleAnswer = v.InferOutput<typeof handleAnswer>;

/** Answer of `GET /v1/profiles?handles=`: the profiles by the requested handle, and the handles without a profile. */
export interface ProfilesAnswer<Profile> {
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly missing: readonly string[];
}

export const maxHandlesAtOnce = 50;
