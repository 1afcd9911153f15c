import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { fakeJob } from '../testing/job-rows';
import { decodeJob, encodeWish, isJobId, jobIdOf, jobKinds, kindOfJob } from './job-document';

it('a job that was wanted without reading it first is a job that has not begun', () => {
  const wish = encodeWish('follow-links', 'all', { dueAt: noon, input: null });
  expect(decodeJob({ ...wish, wants: 1 })).toEqual({ ok: true, value: fakeJob() });
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
