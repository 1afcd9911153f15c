import { describe, expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { fakeJob } from '../testing/account-rows';
import {
  beatAt,
  jobDocument,
  encodeWish,
  isJobId,
  isLate,
  jobIdOf,
  jobKinds,
  kindOfJob,
  watchedFrom,
} from './job-document';

describe('job document', () => {
  it('a job that was wanted without reading it first is a job that has not begun', () => {
    const wish = encodeWish('follow-links', 'all', { dueAt: noon, input: null });
    expect(jobDocument.decode({ ...wish, wants: 1 })).toEqual({ ok: true, value: fakeJob() });
  });

  it('the id has the kind and the key, and no kind begins like another one', () => {
    for (const kind of jobKinds) expect(kindOfJob(jobIdOf(kind, 'go-live-7'))).toBe(kind);
    const ids = jobKinds.flatMap((kind) => jobKinds.filter((other) => other.startsWith(`${kind}-`)));
    expect(ids).toEqual([]);
  });

  it('other texts are no ids', () => {
    expect(['', 'follow', 'follow-links', 'follow-links-', 'dance-all'].filter(isJobId)).toEqual([]);
    expect(() => kindOfJob('dance-all' as never)).toThrow('dance-all');
  });
});

describe('heartbeat document', () => {
  it('a heartbeat is late two periods after the last successful run, or after monitoring began', () => {
    const beat = beatAt(noon, 1000, 12);
    const watched = watchedFrom(noon + 5000, 1000, beat);
    expect(isLate(beat, noon + 2000)).toBe(false);
    expect(isLate(beat, noon + 2001)).toBe(true);
    expect(isLate(watched, noon + 7000)).toBe(false);
    expect(isLate(watched, noon + 7001)).toBe(true);
    expect(watched).toMatchObject({ lastOkAt: noon, lastMs: 12 });
  });
});
