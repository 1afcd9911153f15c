import type { Result } from '../../../core/base/result';
import type { ReleasedRules } from '../google/released-rules';
import type { Reply } from '../google/reply';
import { due, fine, unknown, type Finding, type Step } from '../step';

export interface RulesStepOptions {
  readonly ours: { readonly firestore: string; readonly storage: string };
  readonly read: () => Promise<ReleasedRules>;
  readonly deploy: () => Promise<Result<null, string>>;
}

const linesOf = (text: string) => text.split(/\r?\n/).map((line) => line.trim());

function judgeRules(name: string, ours: string, released: Reply<string | null>): Finding {
  const what = `rules of ${name}`;
  if (released.state === 'unknown') return unknown(what, released.why);
  if (released.value === null) return due(`${what}, which were never released`);
  if (released.value.trim() === ours.trim()) return fine(what);
  const [mine, theirs] = [linesOf(ours), linesOf(released.value)];
  const added = mine.filter((line) => !theirs.includes(line)).length;
  const removed = theirs.filter((line) => !mine.includes(line)).length;
  return due(`${what}: ${added} lines added, ${removed} removed`);
}

/** Releases the security rules of Firestore and Storage if they differ from the live ones. */
export const rulesStep = ({ ours, read, deploy }: RulesStepOptions): Step => ({
  name: 'rules',
  async ask() {
    const released = await read();
    return [
      judgeRules('Firestore', ours.firestore, released.firestore),
      judgeRules('Storage', ours.storage, released.storage),
    ];
  },
  act: deploy,
});
