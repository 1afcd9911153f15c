import { readFile } from 'node:fs/promises';
import { defaultPageLook, type PageLook } from '@busker/core/looks/page-look';
import { adaDraft, adasScenario, adaToken, adaUid, bearerOf, putDraft } from '@busker/functions/testing/ada';
import { median, type BenchOptions, type BenchRow } from '../bench-row';
import { servePages, visit, type Visit } from '../tip-form/run';

const cover = { slot: 'cover-a', generation: '1' } as const;
const behind = { slot: 'ground-a', generation: '1' } as const;
const pictureOf = (name: string) => readFile(new URL(`../../docs/images/${name}.png`, import.meta.url));

/** The owner's page with twelve blocks of words. */
async function pageOf(page: PageLook) {
  const scenario = await adasScenario();
  scenario.deps.pictures.upload(adaUid, cover, await pictureOf('tour-profile'));
  scenario.deps.pictures.upload(adaUid, behind, await pictureOf('tour-embed'));
  const blocks = Array.from({ length: 12 }, (_, order) => {
    const text = `What I play on evening number ${order + 1}, and where.`;
    return [`block${order}`, { kind: 'text', text, label: '', order, on: true } as const] as const;
  });
  const look = { ...adaDraft.look, page };
  putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 2, look, blocks: Object.fromEntries(blocks) });
  const published = await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
  if (published.status !== 200) throw new Error(`Ada could not publish: ${published.text}`);
  return servePages(scenario);
}

/** The public page in a look, with a cover and a picture behind it, beside the same words without a look. The visits alternate. */
export async function run({ quick, log }: BenchOptions): Promise<readonly BenchRow[]> {
  const ground = { kind: 'picture', upload: behind } as const;
  const dressed = await pageOf({ ...defaultPageLook, ready: 'poster', cover, ground });
  const bare = await pageOf(defaultPageLook);
  const seen: Record<'bare' | 'dressed', Visit[]> = { bare: [], dressed: [] };
  try {
    const rounds = quick ? 3 : 15;
    for (let round = 1; round <= rounds; round += 1) {
      seen.bare.push(await visit(bare.port, '/@ada'));
      seen.dressed.push(await visit(dressed.port, '/@ada'));
      log(`page: round ${round} of ${rounds}`);
    }
  } finally {
    await Promise.all([bare.close(), dressed.close()]);
  }
  const paintOf = (visits: readonly Visit[]) => median(visits.map(({ paint }) => paint));
  const [one, other] = [paintOf(seen.dressed), paintOf(seen.bare)];
  const most = (what: 'shift' | 'foreign') => Math.max(...seen.dressed.map((each) => each[what]));
  return [
    {
      what: 'page with a look, cover and blocks, first paint on slow 4G',
      value: one,
      unit: 'ms',
      atMost: null,
    },
    { what: 'the same words without a look, the same', value: other, unit: 'ms', atMost: null },
    { what: 'first paint, with / without', value: one / other, unit: 'ratio', atMost: 1.1 },
    { what: 'page with a look: what moves by itself', value: most('shift'), unit: 'ratio', atMost: 0 },
    { what: 'page with a look: other servers asked', value: most('foreign'), unit: 'count', atMost: 0 },
  ];
}
