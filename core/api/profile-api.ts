import * as v from 'valibot';

/** Answer of `GET /v1/handles/{handle}`. `yours`: the signed-in owner has it now or had it before; nobody else can get it. */
export const handleAnswer = v.strictObject({
  handle: v.string(),
  state: v.picklist(['free', 'yours', 'taken']),
});
export type HandleAnswer = v.InferOutput<typeof handleAnswer>;

/** Answer of `GET /v1/profiles?handles=`: profiles by the handle that was asked for, and the handles that lead nowhere. */
export interface ProfilesAnswer<Profile> {
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly missing: readonly string[];
}

export const maxHandlesAtOnce = 50;
