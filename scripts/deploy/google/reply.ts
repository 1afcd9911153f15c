/** A service's answer, or why there is none. */
export type Reply<T> =
  { readonly state: 'known'; readonly value: T } | { readonly state: 'unknown'; readonly why: string };

export const known = <T>(value: T): Reply<T> => ({ state: 'known', value });
export const unanswered = (why: string): Reply<never> => ({ state: 'unknown', why });

/** The same reply with another value. */
export const mapped = <T, U>(reply: Reply<T>, change: (value: T) => U): Reply<U> =>
  reply.state === 'known' ? known(change(reply.value)) : reply;
