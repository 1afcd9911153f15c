import { describe, expect, it } from 'vitest';
import { adasStage, type Stage } from '../testing/ada';

const stageWithLimits = () => adasStage({ limitFactor: 1 });

const read = async ({ app }: Stage, path: string, address = '198.51.100.7', language = 'en') =>
  app.request(path, { headers: { 'x-forwarded-for': address, 'accept-language': language } });

async function readOften(stage: Stage, path: string, times: number): Promise<number[]> {
  const statuses = [];
  for (let sent = 0; sent < times; sent += 1) statuses.push((await read(stage, path)).status);
  return [...new Set(statuses)];
}

describe('reads of what everybody may read', () => {
  it('answers 600 requests a minute of one address, then says how long to wait, without a request of the store', async () => {
    const stage = await stageWithLimits();
    expect(await readOften(stage, '/v1/profiles/ada', 300)).toEqual([200]);
    expect(await readOften(stage, '/v1/profiles/nobody', 300)).toEqual([404]);
    const before = stage.deps.store.requests;
    const refused = await read(stage, '/v1/profiles/ada');
    expect({
      status: refused.status,
      code: ((await refused.json()) as Record<string, unknown>)['code'],
      wait: refused.headers.get('retry-after'),
      kept: refused.headers.get('cache-control'),
    }).toEqual({ status: 429, code: 'too-many-requests', wait: '60', kept: 'private, no-store' });
    expect(stage.deps.store.requests).toBe(before);
    expect((await read(stage, '/v1/profiles/ada', '203.0.113.8')).status).toBe(200);
    stage.deps.clock.advance(60_000);
    expect((await read(stage, '/v1/profiles/ada')).status).toBe(200);
  });

  it('shows a page in the reader’s language where a page was asked for', async () => {
    const stage = await stageWithLimits();
    await readOften(stage, '/v1/frame.js', 600);
    const page = await read(stage, '/@ada', '198.51.100.7', 'de');
    expect(page.status).toBe(429);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('<html lang="de"');
  });

  it('counts each handle of a list', async () => {
    const stage = await stageWithLimits();
    const many = `/v1/profiles?handles=${Array.from({ length: 20 }, (_, at) => `walk-${at}`).join(',')}`;
    expect(await readOften(stage, many, 30)).toEqual([200]);
    expect((await read(stage, many)).status).toBe(429);
  });

  it('leaves checks of the service, and fans with a token, without this limit', async () => {
    const stage = await stageWithLimits();
    await readOften(stage, '/v1/profiles/ada', 601);
    expect((await read(stage, '/health')).status).toBe(200);
    expect((await read(stage, '/v1/tips/unknown')).status).not.toBe(429);
  });

  it('limits nobody whose address is not known', async () => {
    const stage = await stageWithLimits();
    const statuses = new Set<number>();
    for (let sent = 0; sent < 700; sent += 1)
      statuses.add((await stage.app.request('/v1/profiles/ada')).status);
    expect([...statuses]).toEqual([200]);
  });
});
