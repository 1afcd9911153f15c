import { googleRest, type GoogleRest } from './google-rest';

export interface FakeGoogle {
  readonly rest: GoogleRest;
  readonly requests: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body: unknown;
  }[];
  /** Sets the response of an address from now on. */
  answer(request: string, body: object): void;
}

/**
 * Google's REST APIs in memory: `{'GET https://…': answer}`. An answer with a `status` is an error; every other address returns 404.
 */
export function fakeGoogle(
  answers: Readonly<Record<string, object>>,
  token: () => Promise<string> = () => Promise.resolve('fake-token'),
): FakeGoogle {
  const known = new Map(Object.entries(answers));
  const requests: FakeGoogle['requests'] = [];
  const rest = googleRest({
    projectId: 'busker-test',
    token,
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      const method = init?.method ?? 'GET';
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      requests.push({ method, url, headers: new Headers(init?.headers), body });
      const found = known.get(`${method} ${url}`);
      if (found === undefined) return Promise.resolve(Response.json({}, { status: 404 }));
      const status = 'status' in found && typeof found.status === 'number' ? found.status : 200;
      return Promise.resolve(Response.json(found, { status }));
    },
  });
  return { rest, requests, answer: (request, body) => void known.set(request, body) };
}
