import { describe, expect, it } from 'vitest';
import { cardDocument } from '../../core/profile-documents/card-document';
import { paths } from '../../core/documents/documents';
import { adasScenario, type Scenario } from '../testing/ada';
import { parseCacheCall, runCacheCall } from './profile-cache-call';

describe('cards call', () => {
  const who = { name: 'op@host.example', role: 'admin' } as const;

  async function run({ deps }: Scenario, words: string) {
    const read = parseCacheCall(words.split(' '));
    if (!read.ok) throw new Error(read.problem);
    return runCacheCall(deps, who, read.value.call);
  }

  const entryIn = ({ deps }: Scenario) => deps.store.dump()[paths.card('ada')];
  const audits = ({ deps }: Scenario) =>
    Object.entries(deps.store.dump()).flatMap(([path, entry]) => (path.startsWith('audit/') ? [entry] : []));

  function spoil({ deps }: Scenario): void {
    const entry = cardDocument.decode(entryIn({ deps } as Scenario));
    if (!entry.ok) throw new Error('There is no card');
    deps.store.put(paths.card('ada'), { ...cardDocument.encode(entry.value), payments: null, isUsed: false });
  }

  it('finds no difference where there is none, and writes nothing', async () => {
    const scenario = await adasScenario();
    const before = scenario.deps.store.dump();
    expect((await run(scenario, 'cards check')).lines).toEqual(['1 compared, 0 differ.']);
    expect((await run(scenario, 'cards check --yes')).lines).toEqual(['1 compared, 0 differ.']);
    expect(scenario.deps.store.dump()).toEqual(before);
  });

  it('names the parts that differ, and makes the card anew only with --yes, with one entry in the audit', async () => {
    const scenario = await adasScenario();
    const right = cardDocument.decode(entryIn(scenario));
    spoil(scenario);
    const wrong = entryIn(scenario);
    const { lines } = await run(scenario, 'cards check');
    expect(lines.slice(0, 2)).toEqual(['ada: isUsed, payments', '1 compared, 1 differ.']);
    expect(lines.at(-1)).toContain('--yes');
    expect(entryIn(scenario)).toEqual(wrong);
    expect(audits(scenario)).toEqual([]);
    const repaired = await run(scenario, 'cards check ada --yes');
    expect(repaired.lines).toEqual(['ada: isUsed, payments', '1 compared, 1 differ and were made anew.']);
    expect(cardDocument.decode(entryIn(scenario))).toEqual(right);
    expect(audits(scenario)).toMatchObject([{ verb: 'look', subject: 'cards', who: 'op@host.example' }]);
    expect((await run(scenario, 'cards check --yes')).lines).toEqual(['1 compared, 0 differ.']);
    expect(audits(scenario)).toHaveLength(1);
  });

  it.each([
    ['cards', 'written so'],
    ['cards mend', 'written so'],
    ['cards check ada eve', 'written so'],
    ['cards check no/handle', 'not a handle'],
    ['cards check --force', '--force'],
  ])('refuses %s in one sentence', (words, why) => {
    const read = parseCacheCall(words.split(' '));
    expect(!read.ok && read.problem).toContain(why);
  });
});
