import * as v from 'valibot';

/** The UUID that identifies a repeated request. UUIDs ignore case, so it is stored in lower case. */
export const requestUuid = (refusal: string) => v.pipe(v.string(), v.uuid(refusal), v.toLowerCase());
