import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportDocument } from '@busker/core/moderation/report-document';
import { fakeReport } from '@busker/core/testing/fakes';
import {
  adasScenario,
  adaToken,
  bearerOf,
  paidTip,
  signIn,
  publishPicture,
} from '@busker/functions/testing/ada';
import { putChannels } from '@busker/functions/testing/outbox-scenario';
import { channel, dashboardRequests, type DashboardRequest } from './dashboard-requests';

const folder = new URL('requests/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const records = readdirSync(folder).map((name): [string, readonly DashboardRequest[]] => [
  name.replace('.json', ''),
  read(name) as readonly DashboardRequest[],
]);
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** What the functions say about a request that they do not understand. */
const notUnderstood = ['route-not-found', 'method-not-allowed', 'invalid-fields', 'invalid-json'];

async function answerTo({ method, path, body }: DashboardRequest) {
  const scenario = await adasScenario();
  const { tipId } = await paidTip(scenario);
  await putChannels(scenario, { [channel]: { kind: 'webhook' } });
  scenario.deps.store.put('reports/aabbccddeeff', reportDocument.encode(fakeReport()));
  scenario.deps.users.known.push({ uid: 'uid-root', email: 'root@host.example', role: 'admin' });
  signIn(scenario.deps, 'uid-root', 'token-root');
  const picture = await publishPicture(scenario);
  const token = path.startsWith('/v1/admin/') ? 'token-root' : adaToken;
  const at = path.replace(':paid', tipId).replace(':picture', picture);
  return scenario.call(method, at, body ?? undefined, bearerOf(token));
}

it('the record of this version is what its dashboard sends: npx tsx scripts/write-dashboard-requests.ts', async () => {
  expect(new Map(records).get(version)).toEqual(await dashboardRequests());
});

// Holds host-023.
describe.each(records)('an open tab of dashboard %s', (_, requests) => {
  it.each(requests.map((request) => [request.method, request.path, request] as const))(
    'is understood by the current functions: %s %s',
    async (_method, _path, request) => {
      const { text, status } = await answerTo(request);
      const [, code = ''] = /"code":"([\w-]+)"/.exec(text) ?? [];
      expect([status, notUnderstood.includes(code)]).toEqual([expect.any(Number), false]);
    },
  );
});
