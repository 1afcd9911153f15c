import type { FetchRefusal } from './fetch-target';

/** A request to an address that an owner gave. */
export interface PostRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** The answer: `headers` with lower-case names, the first 4 kB of the text, and how long it took. A redirect is an answer: it is not followed. */
export type PostAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
      readonly ms: number;
    }
  | { readonly ok: false; readonly problem: FetchRefusal | 'unreachable'; readonly ms: number };

export type SafePost = (request: PostRequest) => Promise<PostAnswer>;

/** Sends nothing yet. */
export const makeSafePost = (): SafePost => () =>
  Promise.resolve({ ok: false, problem: 'unreachable', ms: 0 });
