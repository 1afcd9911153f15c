import { defaultPreferences } from '../../core/documents/account-document';
import { paths } from '../../core/documents/documents';
import { decodeTip } from '../../core/documents/tip-document';
import { yearsAfter, type Tip } from '../../core/tip/tip';
import type { JobWork } from '../queue/job-work';
import { stored } from '../store/stored';

const pageSize = 200;

const isAt = (tip: Tip, years: number): boolean =>
  tip.eraseTextsAt === null || tip.eraseTextsAt === yearsAfter(tip.createdAt, years);

/**
 * The job `keep-texts` of an owner: gives each tip with texts the time that the owner's choice means. The input is the number of years; without it the
 * present choice counts. The cursor is the last tip.
 */
export const keepTexts: JobWork = async (deps, run) => {
  const uid = run.key;
  const chosen = (await deps.store.read(stored.preferences(uid))) ?? defaultPreferences;
  const keepTipsYears = run.input === null ? chosen.keepTipsYears : Number(run.input);
  let { cursor } = run;
  let { done } = run.progress;
  for (;;) {
    if (run.isOver()) return 'more';
    const found = await deps.store.find({ from: paths.tips(uid), limit: pageSize, after: cursor }, decodeTip);
    for (const { value } of found) {
      if (!value.ok || isAt(value.value, keepTipsYears)) continue;
      const doc = stored.tip(uid, value.value.tipId);
      await deps.store.transaction(async (tx) => {
        const tip = await tx.read(doc);
        if (tip !== undefined && !isAt(tip, keepTipsYears))
          tx.write(doc, { ...tip, eraseTextsAt: yearsAfter(tip.createdAt, keepTipsYears) });
      });
    }
    done += found.length;
    cursor = found.at(-1)?.path ?? null;
    if (found.length < pageSize) return 'done';
    await run.save(cursor, { done, total: null });
  }
};
