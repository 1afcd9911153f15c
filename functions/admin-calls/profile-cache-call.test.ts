import { describe, expect, it } from 'vitest';
import { decodeCard, encodeCard } from '../../core/documents/card-document';
import { paths } from '../../core/documents/documents';
import { adasStage, type Stage } from '../testing/ada';
import { parseCardsCall, runCardsCall } from './profile-cache-call';

describe('cards call', () => {
  const who = { name: 'op@host.example', role: 'admin' } as const;

  async function run({ deps }: Stage, words: string) {
    const read = parseCardsCall(words.split(' '));
    if (!read.ok) throw new Error(read.problem);
    return runCardsCall(deps, who, read.value.call);
  }

  const cardIn = ({ deps }: Stage) => deps.store.dump()[paths.card('ada')];
  const audits = ({ deps }: Stage) =>
    Object.entries(deps.store.dump()).flatMap(([path, entry]) => (path.startsWith('audit/') ? [entry] : []));

  function spoil({ deps }: Stage): void {
    const card = decodeCard(cardIn({ deps } as Stage));
    if (!card.ok) throw new Error('There is no card');
    deps.store.put(paths.card('ada'), { ...encodeCard(card.value), payments: null, isUsed: false });
  }

  it('finds no difference where there is none, and writes nothing', async () => {
    const stage = await adasStage();
    const before = stage.deps.store.dump();
    expect((await run(stage, 'cards check')).lines).toEqual(['1 compared, 0 differ.']);
    expect((await run(stage, 'cards check --yes')).lines).toEqual(['1 compared, 0 differ.']);
    expect(stage.deps.store.dump()).toEqual(before);
  });

  it('names the parts that differ, and makes the card anew only with --yes, with one entry in the audit', async () => {
    const stage = await adasStage();
    const right = decodeCard(cardIn(stage));
    spoil(stage);
    const wrong = cardIn(stage);
    const { lines } = await run(stage, 'cards check');
    expect(lines.slice(0, 2)).toEqual(['ada: isUsed, payments', '1 compared, 1 differ.']);
    expect(lines.at(-1)).toContain('--yes');
    expect(cardIn(stage)).toEqual(wrong);
    expect(audits(stage)).toEqual([]);
    const repaired = await run(stage, 'cards check ada --yes');
    expect(repaired.lines).toEqual(['ada: isUsed, payments', '1 compared, 1 differ and were made anew.']);
    expect(decodeCard(cardIn(stage))).toEqual(right);
    expect(audits(stage)).toMatchObject([{ verb: 'look', subject: 'cards', who: 'op@host.example' }]);
    expect((await run(stage, 'cards check --yes')).lines).toEqual(['1 compared, 0 differ.']);
    expect(audits(stage)).toHaveLength(1);
  });

  it.each([
    ['cards', 'written so'],
    ['cards mend', 'written so'],
    ['cards check ada eve', 'written so'],
    ['cards check no/handle', 'not a handle'],
    ['cards check --force', '--force'],
  ])('refuses %s in one sentence', (words, why) => {
    const read = parseCardsCall(words.split(' '));
    expect(!read.ok && read.problem).toContain(why);
  });
});
