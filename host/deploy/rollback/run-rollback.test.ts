import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeProject } from '../testing/fake-project';
import { known } from '../../installation/google';
import { hostCommand } from '../../host-commands.mjs';
import { runDeploy } from '../run-deploy';

let fake: FakeProject;
beforeEach(async () => {
  fake = await FakeProject.make();
});
afterEach(() => fake.close());

const deploy = async (version: string) => {
  await fake.build(version);
  expect(await runDeploy(['--first'], fake.machine(), fake.services)).toBe(0);
};
const rollback = (...words: string[]) => {
  fake.said.length = 0;
  return hostCommand(['rollback', ...words], { ...fake.machine(), services: fake.services });
};
const liveFiles = async () => {
  const releases = await fake.hosting.releases();
  return releases.state === 'known' ? releases.value[0]?.version : null;
};
const traffic = () => fake.functions.traffic(fake.functions.find('app').service);

// Holds host-019.
it('restores the files and the code of the previous release, and the next deploy gets all traffic', async () => {
  await deploy('0.1.0');
  const { revision } = fake.functions.find('app');
  const files = await liveFiles();
  await deploy('0.2.0');
  await deploy('0.3.0');
  expect(await rollback()).toBe(0);
  expect(await liveFiles()).not.toBe(files);
  expect(await rollback()).toBe(0);
  expect(await liveFiles()).toBe(files);
  expect(await traffic()).toEqual(known([{ revision, percent: 100 }]));
  await deploy('0.4.0');
  expect(await traffic()).toEqual(known([{ revision: 'latest', percent: 100 }]));
});

it('rolls back only the embed and the dashboard with --embed', async () => {
  await deploy('0.1.0');
  const files = await liveFiles();
  await deploy('0.2.0');
  expect(await rollback('--embed')).toBe(0);
  expect(await liveFiles()).toBe(files);
  expect(await traffic()).toEqual(known([{ revision: 'latest', percent: 100 }]));
});

// Holds host-020.
it('is refused when a secret of the earlier release no longer exists', async () => {
  await deploy('0.1.0');
  await deploy('0.2.0');
  const files = await liveFiles();
  await fake.secrets.destroy('STRIPE_SECRET_KEY', 1);
  expect(await rollback()).toBe(1);
  expect(fake.said.join('\n')).toContain('reads version 1 of STRIPE_SECRET_KEY, which is gone');
  expect(await liveFiles()).toBe(files);
});

// Holds host-020.
it('is refused when the earlier release cannot read a version of stored documents', async () => {
  await deploy('0.1.0');
  await fake.write('core/tip.ts', "const tipDocument = { kind: 'tip', version: 2, schema };");
  await deploy('0.2.0');
  expect(await rollback()).toBe(1);
  expect(fake.said.join('\n')).toContain('writes tip documents in a version that');
  expect(await rollback('--embed')).toBe(0);
});

it('says so when there is no earlier release', async () => {
  await deploy('0.1.0');
  expect(await rollback()).toBe(1);
  expect(fake.said).toEqual(['There is no earlier release on record.']);
  expect(await rollback('--to', 'never')).toBe(1);
  expect(fake.said).toEqual(['There is no release never on record.']);
});

it('names an unknown option, and rolls nothing back', async () => {
  expect(await rollback('--all')).toBe(2);
  expect(fake.said).toEqual(["Unknown option '--all'"]);
});
