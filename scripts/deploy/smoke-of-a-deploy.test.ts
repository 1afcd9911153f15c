import { afterEach, beforeEach, expect, it } from 'vitest';
import { deployIn, everyCommand, FakeProject } from './testing/fake-project';

let fake: FakeProject;
beforeEach(async () => {
  fake = await FakeProject.make();
});
afterEach(() => fake.close());

const deploy = (words: string, input?: string) => deployIn(fake, words, input);

// Holds host-017.
it('stops before Hosting when the log shows that a function did not start, and names the fault', async () => {
  const entries = 'POST https://logging.googleapis.com/v2/entries:list';
  fake.google.answer(entries, {
    entries: [
      {
        textPayload: 'Error: PAYMENTS_MODE is missing\n    at parseConfig',
        resource: { labels: { revision_name: 'followtips-00001' } },
      },
    ],
  });
  const stopped = await deploy('--first');
  expect([stopped.code, stopped.commands]).toEqual([1, everyCommand.slice(0, 3)]);
  expect(stopped.said).toContain('followtips-00001: Error: PAYMENTS_MODE is missing');
  expect(stopped.said).toContain('--from smoke');
  const asked = fake.google.requests.find(({ url }) => url.endsWith('entries:list'))?.body;
  expect(JSON.stringify(asked)).toContain('followtips-00001');
  fake.google.answer(entries, {});
  const again = await deploy('');
  expect([again.code, again.commands]).toEqual([0, ['hosting']]);
  expect(again.said).toContain('no function failed to start');
});

// Holds host-161.
it('stops before Hosting when the functions cannot read the files of earlier releases', async () => {
  fake.readsReleases = false;
  const stopped = await deploy('--first');
  expect([stopped.code, stopped.commands]).toEqual([1, everyCommand.slice(0, 3)]);
  expect(stopped.said).toContain(
    'the functions read the bucket of releases; https://app-x.a.run.app/embed/0.1.0/manifest.json said status 404',
  );
  fake.readsReleases = true;
  const again = await deploy('');
  expect([again.code, again.commands]).toEqual([0, ['hosting']]);
});

// Holds host-161.
it('stops before Hosting with --from hosting too, while the functions are still those of an earlier release', async () => {
  await deploy('--first');
  await fake.build('0.2.0');
  const stopped = await deploy('--from hosting');
  expect([stopped.code, stopped.commands]).toEqual([1, []]);
  expect(stopped.said).toContain('--from smoke');
  expect((await deploy('--from functions')).commands).toEqual([everyCommand[2], 'hosting']);
});

it('says when it may not read the log, and goes on', async () => {
  const entries = 'POST https://logging.googleapis.com/v2/entries:list';
  fake.google.answer(entries, {
    status: 403,
    error: { message: 'Permission logging.logEntries.list denied' },
  });
  const { code, said } = await deploy('--first');
  expect(code).toBe(0);
  expect(said).toContain(
    'cannot tell: whether every function starts (status 403: Permission logging.logEntries.list denied',
  );
});
