import { googleRest, type GoogleRest } from '../../installation/google';

type Json = Record<string, unknown>;

export interface MemoryGoogle {
  readonly rest: GoogleRest;
  /** The number of requests that tried to change something. */
  writes(): number;
  /** The bodies of those requests. */
  sent(): readonly Json[];
  /** Changes resources, like a person in the console. */
  change(which: (resource: Json) => boolean, to: Json): void;
  /** Refuses to create or change resources of this collection; null = none. */
  refuse(collection: string | null): void;
}

/** The id of a new resource: its own name, or one from the query, or a number as in Google's responses. */
function idOf(url: URL, body: Json, made: number): string {
  const given = url.searchParams.get('bucketId') ?? body['name'];
  return typeof given === 'string' ? given : String(made);
}

/**
 * Collections of resources, as in Google's REST APIs: POST creates a resource and names it, PATCH and PUT change it, GET reads one or lists
 * all.
 */
export function memoryGoogle(there: Readonly<Record<string, Json>> = {}): MemoryGoogle {
  const kept = new Map<string, Json>(Object.entries(there));
  const bodies: Json[] = [];
  let refused: string | null = null;

  function post(url: URL, body: Json): Json {
    const at = `${url.origin}${url.pathname}`;
    const id = idOf(url, body, kept.size);
    const name =
      typeof body['name'] === 'string' ? body['name'] : `${url.pathname.replace(/^\/v\d\//, '')}/${id}`;
    const made = { ...body, name };
    kept.set(`${at}/${id}`, made);
    return made;
  }
  function answer(method: string, url: URL, body: Json): [status: number, answer: Json] {
    const at = `${url.origin}${url.pathname}`;
    const one = kept.get(at);
    if (method === 'GET') {
      if (one !== undefined) return [200, one];
      const items = [...kept].filter(([key]) => key.startsWith(`${at}/`)).map(([, value]) => value);
      return items.length === 0 ? [404, {}] : [200, { [url.pathname.split('/').at(-1) ?? '']: items }];
    }
    bodies.push(body);
    if (refused !== null && url.pathname.includes(refused))
      return [403, { error: { message: 'Permission denied.' } }];
    if (url.pathname.endsWith(':write')) return [200, {}];
    if (method === 'POST') return [200, post(url, body)];
    const changed = { ...one, ...body };
    kept.set(at, changed);
    return [200, changed];
  }
  return {
    rest: googleRest({
      projectId: 'busker-test',
      token: () => Promise.resolve('fake-token'),
      fetch: (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Json) : {};
        const [status, json] = answer(init?.method ?? 'GET', url, body);
        return Promise.resolve(Response.json(json, { status }));
      },
    }),
    writes: () => bodies.length,
    sent: () => bodies,
    change: (which, to) => {
      for (const [key, value] of kept) if (which(value)) kept.set(key, { ...value, ...to });
    },
    refuse: (collection) => {
      refused = collection;
    },
  };
}
