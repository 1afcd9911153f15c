import { expect, test } from 'vitest';
import { httpApi } from './http-api';

interface Sent {
  readonly url: string;
  readonly headers: Headers;
}

function answering(answer: () => Response | Promise<Response>, token: string | null = 'token-1') {
  const sent: Sent[] = [];
  const api = httpApi({
    host: 'https://busker.example',
    idToken: async () => token,
    fetch: async (url, init) => {
      sent.push({
        url: url instanceof Request ? url.url : url.toString(),
        headers: new Headers(init?.headers),
      });
      return answer();
    },
  });
  return { api, sent };
}
const problem = (status: number, body: object) => () => Response.json(body, { status });

// Holds dash-107.
test('publishes in the owner’s name, with the token only in the header', async () => {
  const answer = { handle: 'ada', url: 'https://busker.example/@ada', publishedAt: 1, revision: 7 };
  const { api, sent } = answering(() => Response.json(answer));
  expect(await api.publish(7)).toEqual({ ok: true, value: answer });
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
  expect(sent[0]?.url).toBe('https://busker.example/v1/me/publish');
});

test('passes on the fields that the server refused', async () => {
  const { api } = answering(
    problem(422, {
      code: 'invalid-fields',
      fields: { name: 'Too long.', bio: 'So.' },
      faults: { name: 'too-long:50' },
    }),
  );
  expect(await api.publish(7)).toEqual({
    ok: false,
    problem: { code: 'api/invalid-fields', fields: { name: 'too-long:50', bio: 'other' } },
  });
});

test('reports an answer that is no problem document', async () => {
  expect(await answering(() => new Response('<html>', { status: 502 })).api.publish(1)).toMatchObject({
    problem: { code: 'api/internal' },
  });
  expect(await answering(problem(400, { code: 'no-such-code' })).api.publish(1)).toMatchObject({
    problem: { code: 'api/unreadable' },
  });
  expect(await answering(() => Response.json({ half: true })).api.publish(1)).toMatchObject({
    problem: { code: 'api/unreadable' },
  });
});

test('reports a lost connection', async () => {
  const { api } = answering(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await api.publish(1)).toMatchObject({ problem: { code: 'api/unreachable' } });
});

test('checks a handle without a token when nobody is signed in', async () => {
  const { api, sent } = answering(() => Response.json({ handle: 'ada', state: 'taken' }), null);
  const answer = await api.handleState('ada', new AbortController().signal);
  expect(answer).toEqual({ ok: true, value: 'taken' });
  expect(sent[0]?.headers.has('authorization')).toBe(false);
});
