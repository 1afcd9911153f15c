import * as v from 'valibot';
import { fail, ok, type Result } from '../../../core/base/result';
import { defaultCredentials } from '../../../functions/firebase/firebase-app';
import { known, unanswered, type Reply } from './reply';

type Schema<T> = v.GenericSchema<unknown, T>;

/** Google's REST APIs, with the credentials of the person or machine that deploys. */
export interface GoogleRest {
  /** Reads a resource; null = it does not exist. */
  read<T>(url: string, schema: Schema<T>): Promise<Reply<T | null>>;
  /** Reads by POST, as some APIs require. */
  query<T>(url: string, body: object, schema: Schema<T>): Promise<Reply<T | null>>;
  /** Reads all pages of a list. A list that does not exist is empty. */
  readAll<T>(url: string, field: string, item: Schema<T>): Promise<Reply<readonly T[]>>;
  /** Changes a resource. The problem is one sentence. */
  write<T>(
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body: object,
    schema: Schema<T>,
  ): Promise<Result<T, string>>;
}

export interface GoogleRestOptions {
  /** The project to which Google counts the requests. */
  readonly projectId: string;
  /** An access token. */
  readonly token: () => Promise<string>;
  readonly fetch: typeof fetch;
}

const failure = v.object({ error: v.object({ message: v.string() }) });

/** The first line of an error message. */
async function sentenceOf(response: Response): Promise<string> {
  const parsed = v.safeParse(failure, await response.json().catch(() => null));
  const [line = ''] = parsed.success ? parsed.output.error.message.split('\n') : [''];
  return line === '' ? `status ${response.status}` : `status ${response.status}: ${line}`;
}

const withPage = (url: string, page: string) =>
  page === '' ? url : `${url}${url.includes('?') ? '&' : '?'}pageToken=${encodeURIComponent(page)}`;

/** Why there is no token, as part of a sentence. Without credentials, the message of Google's library contains only an address. */
export function credentialsFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith('Could not load the default credentials')
    ? 'there are no credentials for Google; sign in with: gcloud auth application-default login'
    : (message.split('\n')[0] ?? '');
}

/** The token of the application default credentials (cloud.google.com/docs/authentication/application-default-credentials). */
export async function defaultToken(): Promise<string> {
  try {
    const { access_token: token } = await defaultCredentials().getAccessToken();
    return token;
  } catch (error) {
    throw new Error(credentialsFault(error), { cause: error });
  }
}

export function googleRest({ projectId, token, fetch: fetchIt }: GoogleRestOptions): GoogleRest {
  /** The response, or why there was none. */
  async function send(url: string, init: RequestInit): Promise<Result<Response, string>> {
    try {
      const headers = {
        Authorization: `Bearer ${await token()}`,
        'Content-Type': 'application/json',
        'X-Goog-User-Project': projectId,
      };
      return ok(
        await fetchIt(url, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(60_000) }),
      );
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
  }
  async function reply<T>(url: string, init: RequestInit, schema: Schema<T>): Promise<Reply<T | null>> {
    const sent = await send(url, init);
    if (!sent.ok) return unanswered(sent.problem);
    if (sent.value.status === 404) return known(null);
    if (!sent.value.ok) return unanswered(await sentenceOf(sent.value));
    const parsed = v.safeParse(schema, await sent.value.json().catch(() => null));
    return parsed.success
      ? known(parsed.output)
      : unanswered(`an answer of another shape: ${parsed.issues[0].message}`);
  }
  const read = <T>(url: string, schema: Schema<T>) => reply(url, { method: 'GET' }, schema);
  return {
    read,
    query: (url, body, schema) => reply(url, { method: 'POST', body: JSON.stringify(body) }, schema),
    async readAll(url, field, item) {
      const shape = v.looseObject({ nextPageToken: v.optional(v.string(), '') });
      const all: v.InferOutput<typeof item>[] = [];
      for (let page = ''; ;) {
        const answer = await read(withPage(url, page), shape);
        if (answer.state === 'unknown') return answer;
        const items = v.safeParse(v.array(item), answer.value?.[field] ?? []);
        if (!items.success) return unanswered(`an answer of another shape: ${items.issues[0].message}`);
        all.push(...items.output);
        page = answer.value?.nextPageToken ?? '';
        if (page === '') return known(all);
      }
    },
    async write(method, url, body, schema) {
      const sent = await send(url, { method, body: JSON.stringify(body) });
      if (!sent.ok) return sent;
      if (!sent.value.ok) return fail(`${url} refused: ${await sentenceOf(sent.value)}`);
      const parsed = v.safeParse(schema, await sent.value.json().catch(() => null));
      return parsed.success
        ? ok(parsed.output)
        : fail(`${url} answered another shape: ${parsed.issues[0].message}`);
    },
  };
}
