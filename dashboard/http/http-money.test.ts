import { expect, test } from 'vitest';
import { wholeExport } from '../../core/documents/export-document';
import { httpMoney } from './http-api';

function answering(answer: () => Response | Promise<Response>) {
  const sent: { url: string; method: string; token: string | null; body: unknown }[] = [];
  const money = httpMoney({
    host: 'https://busker.example',
    idToken: async () => 'token-1',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const body: unknown = request.method === 'POST' ? await request.json().catch(() => null) : null;
      const token = request.headers.get('authorization');
      sent.push({ url: request.url, method: request.method, token, body });
      return answer();
    },
  });
  return { money, sent };
}

const refund = {
  requestId: '6f0e2b5e-0000-4000-8000-000000000000',
  amount: 200,
  reason: 'duplicate',
} as const;

test('requests a refund of one tip in the owner’s name', async () => {
  const answer = {
    requestId: refund.requestId,
    amount: 200,
    status: 'succeeded',
    refunded: 200,
    pending: 0,
  };
  const { money, sent } = answering(() => Response.json(answer));
  expect(await money.refund('a/b', refund)).toEqual({ ok: true, value: answer });
  expect(sent).toEqual([
    {
      url: 'https://busker.example/v1/me/tips/a%2Fb/refunds',
      method: 'POST',
      token: 'Bearer token-1',
      body: refund,
    },
  ]);
});

// Holds dash-149.
test('stops one monthly tip, or all of them with the handle as typed', async () => {
  const one = answering(() => Response.json({ monthlyId: 'm/1', state: 'ending', asked: null }));
  expect(await one.money.stopMonthly('m/1', 'period-end')).toEqual({ ok: true, value: undefined });
  expect(one.sent[0]).toMatchObject({
    url: 'https://busker.example/v1/me/monthly/m%2F1/stop',
    method: 'POST',
    body: { when: 'period-end' },
  });
  const all = answering(() => Response.json({ count: 3 }, { status: 202 }));
  expect(await all.money.stopAllMonthly('now', '@ada')).toEqual({ ok: true, value: { count: 3 } });
  expect(all.sent[0]).toMatchObject({
    url: 'https://busker.example/v1/me/monthly/stop-all',
    body: { when: 'now', handle: '@ada' },
  });
});

test('reports that a recent sign-in is needed', async () => {
  const { money } = answering(() => Response.json({ code: 'recent-sign-in-required' }, { status: 401 }));
  expect(await money.refund('t1', refund)).toEqual({
    ok: false,
    problem: { code: 'api/recent-sign-in-required' },
  });
});

test('refuses an answer of another shape', async () => {
  const { money } = answering(() => Response.json({ url: 7 }));
  expect(await money.connect({ country: 'US', currency: null })).toEqual({
    ok: false,
    problem: { code: 'api/unreadable' },
  });
});

test('returns the export as a file, and a refusal as a failure', async () => {
  const choice = { ...wholeExport('csv'), search: 'Zoe' };
  const { money, sent } = answering(() => new Response('id\r\n1'));
  const given = await money.exportTips(choice);
  expect(given.ok && (await given.value.text())).toBe('id\r\n1');
  // Addresses are logged, and a search can be a fan's name.
  expect(sent).toMatchObject([{ url: 'https://busker.example/v1/me/export', body: choice }]);
  const refused = answering(() => Response.json({ code: 'sign-in-required' }, { status: 401 }));
  expect(await refused.money.exportTips(wholeExport('json'))).toEqual({
    ok: false,
    problem: { code: 'api/sign-in-required' },
  });
});

test('reports a lost connection', async () => {
  const { money } = answering(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await money.moderate('t1', 'hidden')).toEqual({ ok: false, problem: { code: 'api/unreachable' } });
});
