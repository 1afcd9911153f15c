import * as v from 'valibot';

/** A UUID by which a repeated request is known. Case means nothing in a UUID, so from here on it is written in lower case. */
export const requestUuid = (refusal: string) => v.pipe(v.string(), v.uuid(refusal), v.toLowerCase());
