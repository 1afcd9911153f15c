import { readRules } from './steps/publish-steps';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '@busker/core/base/result';
import { known } from '../installation/google';
import { due, fine, missing, unknown, type Finding, type Step } from '../installation/installation';
import { bad } from '../verify/site';
import { functionsEnv, readBuiltFunctions, writeDeployConfig, writeFunctionsEnv } from './release-steps';
import { readRecords } from './releases/release-record';
import { askAll, runAll } from './run-deploy';
import { fakeGoogle, fakeInstallation, projectAnswers, rightsWithout } from './testing/fake-google';
import { accountRights, askRights, deployRights } from './steps/tools';
import { FakeProject, deployIn, everyCommand } from './testing/fake-project';

describe('run deploy', () => {
  let fake: FakeProject;
  beforeEach(async () => {
    fake = await FakeProject.make();
  });
  afterEach(() => fake.close());

  const deploy = (words: string, input?: string) => deployIn(fake, words, input);

  describe('npm run deploy', () => {
    // Holds host-007, host-013.
    it('deploys for the first time without a prompt, and the second time says "already so" for every step', async () => {
      const first = await deploy('--first');
      expect([first.code, first.commands]).toEqual([0, everyCommand]);
      const records = await readRecords(fake.bucket.files);
      expect(records).toMatchObject({ value: [{ version: '0.1.0', documents: { tip: 1 } }] });
      const objects = new Map(fake.bucket.objects);
      const second = await deploy('');
      expect([second.code, second.commands]).toEqual([0, []]);
      for (const step of ['indexes', 'rules', 'functions', 'hosting', 'record', 'ops', 'removals'])
        expect(second.said.split(`\n${step}\n`)[1]?.split('\n\n')[0], step).toContain('already so');
      expect(fake.bucket.objects).toEqual(objects);
    });

    it.each([
      ['firestore:rules', 'rules', 1],
      ['functions', 'functions', 2],
      ['hosting', 'hosting', 3],
    ])('goes on where it was stopped: %s fails', async (command, step, done) => {
      fake.breaks = command;
      const stopped = await deploy('--first');
      expect([stopped.code, stopped.commands]).toEqual([1, everyCommand.slice(0, done + 1)]);
      expect(stopped.said).toContain(`--from ${step}`);
      const again = await deploy('');
      expect([again.code, again.commands]).toEqual([0, everyCommand.slice(done)]);
    });

    it('stops before it changes anything when a person has something to do first', async () => {
      fake.google.answer('GET https://firestore.googleapis.com/v1/projects/busker-test/databases/(default)', {
        status: 404,
      });
      const { code, said, commands } = await deploy('--first');
      expect([code, commands]).toEqual([1, []]);
      expect(said).toContain('missing: database (default) at eur3');
    });

    it('deploys a new version beside the old embed, and only what changed', async () => {
      await deploy('--first');
      await fake.build('0.2.0');
      const { code, commands } = await deploy('');
      expect([code, commands]).toEqual([0, everyCommand.slice(2)]);
      expect(fake.bucket.objects.has('embed/0.1.0/busker.js')).toBe(true);
      expect(fake.said.join('\n')).toContain('embed 0.1.0, 0.2.0');
    });

    it('gives the functions a newer secret, and keeps the previous version', async () => {
      await deploy('--first');
      fake.secrets.put('STRIPE_WEBHOOK_SECRETS', `whsec_${'c3'.repeat(10)},whsec_${'b2'.repeat(10)}`, 0);
      const { code, commands } = await deploy('--from functions');
      expect([code, commands]).toEqual([0, [everyCommand[2]]]);
      expect(fake.functions.find('app').secrets['STRIPE_WEBHOOK_SECRETS']).toBe(2);
      expect(fake.secrets.destroyed).toEqual([]);
    });

    // Holds host-015.
    it('deletes a function that is no longer in the code, as the last step and only with --allow-removal', async () => {
      await deploy('--first');
      await fake.build('0.2.0', ['app']);
      expect((await deploy('')).commands).toEqual(['functions:busker:app', 'hosting']);
      const allowed = await deploy('--allow-removal');
      expect([allowed.code, allowed.commands]).toEqual([0, ['functions:delete followtips']]);
    });

    it('records the release, and deletes nothing, when the live site is not as it should be', async () => {
      await deploy('--first');
      await fake.build('0.2.0', ['app']);
      fake.verified = [bad('missing files', 'kept for a year')];
      const { code, said, commands } = await deploy('--allow-removal');
      expect({ code, commands }).toEqual({ code: 1, commands: ['functions:busker:app', 'hosting'] });
      expect(said).toContain('missing: missing files: kept for a year');
      expect(await readRecords(fake.bucket.files)).toMatchObject({ value: [{ version: '0.2.0' }, {}] });
      fake.verified = [];
      expect((await deploy('--allow-removal')).commands).toEqual(['functions:delete followtips']);
    });

    it('gives the functions the name of every published version, also when only the version of the embed is new', async () => {
      const named = async () =>
        /^CARD_VERSIONS=(.*)$/m.exec(await readFile(`${fake.root}dist/functions/.env`, 'utf8'))?.[1];
      await deploy('--first');
      expect(await named()).toBe('0.1.0');
      const code = await readFile(`${fake.root}dist/functions/index.js`, 'utf8');
      await fake.build('0.2.0');
      await fake.write('dist/functions/index.js', code);
      expect((await deploy('')).commands).toEqual([everyCommand[2], 'hosting']);
      expect(await named()).toBe('0.1.0,0.2.0');
      expect((await deploy('')).commands).toEqual([]);
    });

    it('stops at a canary of five percent; the next deploy moves all traffic without another revision', async () => {
      await deploy('--first');
      await fake.build('0.2.0');
      const canary = await deploy('--canary 5');
      expect([canary.code, canary.commands]).toEqual([0, [everyCommand[2]]]);
      const { service } = fake.functions.find('app');
      expect(await fake.functions.traffic(service)).toMatchObject(known([{ percent: 95 }, { percent: 5 }]));
      const whole = await deploy('');
      expect([whole.code, whole.commands]).toEqual([0, ['hosting']]);
      expect(await fake.functions.traffic(service)).toEqual(known([{ revision: 'latest', percent: 100 }]));
    });
  });

  describe('npm run deploy -- --promote', () => {
    const counted = (version: string, loads: number, crashes: number) => ({
      v: 1 as const,
      day: '2026-11-20',
      version,
      loads,
      crashes,
      expiresAt: 0,
    });
    /** The version of `/embed/v1.js` that was released last. */
    const current = () =>
      [...fake.bucket.objects.keys()].filter((path) => path.startsWith('promotions/')).at(-1);

    // Holds host-025.
    it('refuses a version that crashes three times as often as v1.js, with both rates, and changes nothing', async () => {
      await deploy('--first');
      await fake.build('0.2.0');
      expect((await deploy('--early')).code).toBe(0);
      fake.days = [counted('0.1.0', 20_000, 40), counted('0.2.0', 1000, 6)];
      const { code, said, commands } = await deploy('--promote');
      expect([code, commands]).toEqual([1, []]);
      expect(said).toContain('next.js 0.2.0 0.60 % (6 crashes in 1000 loads)');
      expect(said).toContain('v1.js 0.1.0 0.20 % (40 crashes in 20000 loads)');
      expect(current()).toContain('-0.1.0.txt');
    });

    it('moves v1.js to a version that is as good', async () => {
      await deploy('--first');
      await fake.build('0.2.0');
      await deploy('--early');
      fake.days = [counted('0.1.0', 20_000, 40), counted('0.2.0', 1000, 2)];
      const { code, commands } = await deploy('--promote');
      expect([code, commands]).toEqual([0, ['hosting']]);
      expect(current()).toContain('-0.2.0.txt');
      expect((await deploy('--promote')).said).toContain('/embed/v1.js is 0.2.0 already');
    });

    it('refuses with too few loads, and a version that was never at next.js', async () => {
      await deploy('--first');
      await fake.build('0.2.0');
      expect((await deploy('--promote')).said).toContain('missing: version 0.2.0 at /embed/next.js');
      await deploy('--early');
      const { code, said } = await deploy('--promote');
      expect([code, said]).toEqual([1, expect.stringContaining('next.js 0.2.0 has 0')]);
      expect((await deploy('--promote --early')).said).toContain('say one of them');
    });
  });

  describe('npm run deploy -- --check and --plan', () => {
    it('checks everything, runs no firebase command, writes nothing, and finds no fault before the first deploy', async () => {
      const { code, said, commands } = await deploy('--check');
      expect([code, commands]).toEqual([0, []]);
      expect(said).toContain('0 missing');
      expect(
        fake.google.requests.filter(
          ({ method, url }) => method !== 'GET' && !/:(?:getIamPolicy|testIamPermissions)$/.test(url),
        ),
      ).toEqual([]);
      expect(fake.bucket.objects.size).toBe(0);
    });

    // Holds host-001.
    it('names every missing setting of an empty .env, and sends no request', async () => {
      await fake.write('.env', '');
      const { code, said } = await deploy('--check');
      expect(code).toBe(1);
      for (const name of ['PUBLIC_ORIGIN', 'PAYMENTS_MODE', 'BUSKER_REGION', 'FIRESTORE_LOCATION'])
        expect(said).toContain(`missing: Set ${name}:`);
      expect([fake.google.requests, fake.commands]).toEqual([[], []]);
    });

    it('tries a new Stripe key from standard input before it is stored', async () => {
      expect((await deploy('--check --stripe-key -', 'rk_test_1234567890')).code).toBe(0);
      expect((await deploy('--check --stripe-key rk_test_1')).said).toContain('takes only -');
    });

    it('shows what would be changed, and what would be removed', async () => {
      await deploy('--first');
      await fake.build('0.2.0', ['app']);
      const { code, said, commands } = await deploy('--plan');
      expect([code, commands]).toEqual([0, []]);
      expect(said).toMatch(/to do: function app: release \w+ instead of \w+/);
      expect(said).toContain('function followtips is no longer in the code and stays');
      expect(said).toMatch(/to do: files \w+; live is "busker \w+"/);
    });

    // Holds host-300.
    it('makes the site for the domains of owners once, as the plan says, with a role for the functions, and never over other files', async () => {
      await fake.write('.env', `${await fake.dotEnv()}\nOWNER_DOMAINS=hosting:pages`);
      const policy = 'POST https://cloudresourcemanager.googleapis.com/v3/projects/busker-test:getIamPolicy';
      expect((await deploy('--check')).said).toContain(
        'missing: roles/firebasehosting.admin for busker-run@',
      );
      const given = structuredClone(projectAnswers[policy]) as { readonly bindings: object[] };
      const members = ['serviceAccount:busker-run@busker-test.iam.gserviceaccount.com'];
      given.bindings.push({ role: 'roles/firebasehosting.admin', members });
      fake.google.answer(policy, given);
      const site = 'the site pages for domains of owners, which leads to the functions in europe-west1';
      expect((await deploy('--plan --first')).said).toContain(`to do: ${site}`);
      expect(fake.domainSite.history).toEqual([]);
      for (const words of ['--first', '']) expect((await deploy(words)).code).toBe(0);
      const rewrites = [{ glob: '**', run: { serviceId: 'app', region: 'europe-west1' } }];
      expect(fake.domainSite.history).toMatchObject([
        { version: JSON.stringify({ rewrites }), message: 'busker domains europe-west1' },
      ]);
      fake.domainSite.deploy('a shop');
      const { code, said } = await deploy('');
      expect([code, fake.domainSite.history[0]?.message]).toEqual([1, 'a shop']);
      expect(said).toContain(`missing: ${site}\n  It has other files.`);
    });

    // Holds host-199.
    it('asks for credentials first, and neither builds nor asks anything else without them', async () => {
      fake.token = () => Promise.reject(new Error('there are no credentials for Google'));
      const { code, said, commands } = await deploy('--plan');
      expect([code, commands, fake.google.requests, fake.bucket.objects.size]).toEqual([1, [], [], 0]);
      expect(said).toContain(
        'missing: credentials for Google: there are no credentials for Google\n  gcloud auth application-default login',
      );
      expect(said).not.toContain('\nbuild');
    });

    // Holds host-199.
    it('names what the person may not do before it builds, and still shows what would be changed', async () => {
      for (const [request, answer] of Object.entries(rightsWithout('firebaserules.rulesets.test')))
        fake.google.answer(request, answer);
      const { code, said, commands } = await deploy('--plan --first');
      expect([code, commands]).toEqual([1, []]);
      const wanted =
        'missing: firebaserules.rulesets.test: without it the deploy cannot release the rules\n  gcloud projects add-iam-policy-binding busker-test --member=user:ada@example.com --condition=None --role=roles/firebaserules.admin';
      expect(said).toContain(wanted);
      expect(said.indexOf(wanted)).toBeLessThan(said.indexOf('\nbuild'));
      expect(said).toContain('ok: you may create indexes: datastore.databases.getMetadata, ');
      expect(said).toMatch(/to do: .*app/);
      expect((await deploy('--check')).said).toContain(wanted);
    });

    it.each<[words: string, sentence: string, exit?: number]>([
      ['--project other', '--project is other, but FIREBASE_WEB_CONFIG is of busker-test'],
      [
        '--from somewhere',
        'There is no step somewhere. There are settings, tools, project, secrets, stripe, build, versions, indexes',
      ],
      ['--check --plan', 'Say one of --check, --plan.', 2],
      ['--canary 80', '--canary takes a whole number from 1 to 50', 2],
    ])('refuses %s', async (words, sentence, exit = 1) => {
      const { code, said, commands } = await deploy(words);
      expect([code, commands]).toEqual([exit, []]);
      expect(said).toContain(sentence);
    });
  });

  // Holds host-006.
  it('makes the webhook endpoint with a key from standard input, and stores its secret before the earlier ones', async () => {
    await fake.write('.env', (await fake.dotEnv()).replace('PAYMENTS_MODE=single', 'PAYMENTS_MODE=connect'));
    const { code, said } = await deploy('--webhooks', 'rk_test_setup12345');
    expect([code, said]).toEqual([0, expect.stringContaining('STRIPE_WEBHOOK_SECRETS has version 2')]);
    const value = await fake.secrets.read('STRIPE_WEBHOOK_SECRETS', 2);
    expect(value).toMatchObject({ value: expect.stringMatching(/^whsec_we_2\w+,whsec_b2/) });
    expect(said).not.toContain('whsec_');
  });
});

describe('run steps', () => {
  /** A step whose result a test can see. */
  function fakeStep(
    name: string,
    state: { findings: Finding[] },
    acts: string[],
    after = [fine(name)],
  ): Step {
    return {
      name,
      ask: () => Promise.resolve(state.findings),
      act: () => {
        acts.push(name);
        state.findings = after;
        return Promise.resolve(ok(null));
      },
    };
  }

  describe('a deploy', () => {
    it('acts only where something is due, and changes nothing the second time', async () => {
      const acts: string[] = [];
      const said: string[] = [];
      const steps = [
        fakeStep('rules', { findings: [fine('rules')] }, acts),
        fakeStep('functions', { findings: [due('new code')] }, acts),
        fakeStep('hosting', { findings: [unknown('live version', 'no permission')] }, acts),
      ];
      expect(await runAll(steps, () => undefined)).toBe(true);
      expect(acts).toEqual(['functions', 'hosting']);
      expect(await runAll(steps, (line) => said.push(line))).toBe(true);
      expect(acts).toHaveLength(2);
      expect(said.filter((line) => line === 'already so')).toHaveLength(3);
    });

    it('stops before the first step that needs a person, and says how to continue', async () => {
      const acts: string[] = [];
      const said: string[] = [];
      const steps = [
        fakeStep('project', { findings: [missing('no database', 'make one')] }, acts),
        fakeStep('functions', { findings: [due('new code')] }, acts),
      ];
      expect(await runAll(steps, (line) => said.push(line))).toBe(false);
      expect(acts).toEqual([]);
      expect(said.join('\n')).toContain('--from project');
    });

    // Holds host-008.
    it('stops when a step fails, and when a step has no effect', async () => {
      const failing: Step = {
        name: 'indexes',
        ask: () => Promise.resolve([due('one index')]),
        act: () => Promise.resolve(fail('firebase ended with 1.')),
      };
      const acts: string[] = [];
      const idle = fakeStep('functions', { findings: [due('new code')] }, acts, [due('new code')]);
      for (const step of [failing, idle]) {
        const later: string[] = [];
        const next = fakeStep('hosting', { findings: [due('files')] }, later);
        expect(await runAll([step, next], () => undefined)).toBe(false);
        expect(later).toEqual([]);
      }
    });
  });

  describe('a check', () => {
    it('never acts, makes all checks, and fails only when a person has something to do', async () => {
      const acts: string[] = [];
      const said: string[] = [];
      const steps = [
        fakeStep('project', { findings: [missing('no database', 'make one')] }, acts),
        fakeStep('rules', { findings: [due('new rules')] }, acts),
        fakeStep('hosting', { findings: [unknown('live version', 'no permission')] }, acts),
      ];
      expect(await askAll(steps, (line) => said.push(line))).toBe(false);
      expect(acts).toEqual([]);
      expect(said.join('\n')).toContain('missing: no database\n  make one');
      expect(said.at(-1)).toContain('0 ok, 1 missing, 1 to do by the deploy, 1 cannot be told');
      expect(await askAll(steps.slice(1), () => undefined)).toBe(true);
    });

    // Holds host-260.
    it('says a reason once, however much it keeps from being told', async () => {
      const said: string[] = [];
      const untold = (...whats: readonly string[]) => whats.map((what) => unknown(what, 'not signed in'));
      const steps = [
        fakeStep('project', { findings: [...untold('plan', 'APIs'), due('a bucket')] }, []),
        fakeStep('rules', { findings: untold('rules') }, []),
        fakeStep('hosting', { findings: [unknown('live version', 'no permission')] }, []),
        fakeStep('ops', { findings: untold('alerts') }, []),
      ];
      await askAll(steps, (line) => said.push(line));
      expect(said.filter((line) => line.startsWith('cannot tell'))).toEqual([
        'cannot tell: plan; APIs (not signed in)',
        'cannot tell: rules (for the same reason)',
        'cannot tell: live version (no permission)',
        'cannot tell: alerts (not signed in)',
      ]);
      expect(said.at(-1)).toContain('1 to do by the deploy, 5 cannot be told');
    });
  });
});

describe('the rights of whoever deploys', () => {
  const rights = [...deployRights, ...accountRights];
  const ask = (answers: Readonly<Record<string, object>>, email: string | null = 'ada@example.com') =>
    askRights(fakeGoogle(answers).rest, fakeInstallation(), email);

  // Holds host-199.
  it.each(
    rights.flatMap(({ permissions, role, does }) => permissions.map((name) => [name, role, does] as const)),
  )('without %s name it alone, and the command that grants %s', async (name, role, does) => {
    const found = (await ask(rightsWithout(name))).filter(({ state }) => state !== 'ok');
    const binding = name.startsWith('iam.')
      ? 'gcloud iam service-accounts add-iam-policy-binding busker-run@busker-test.iam.gserviceaccount.com --project=busker-test --member=user:ada@example.com'
      : 'gcloud projects add-iam-policy-binding busker-test --member=user:ada@example.com --condition=None';
    expect(found).toEqual([
      missing(`${name}: without it the deploy cannot ${does}`, `${binding} --role=${role}`),
    ]);
  });

  it('are each asked for once, and those of a service account are granted to it', async () => {
    const all = rights.flatMap(({ permissions }) => permissions);
    expect(new Set(all).size).toBe(all.length);
    const [lacks] = await ask(rightsWithout(...all), 'deploy@busker-test.iam.gserviceaccount.com');
    expect(lacks).toMatchObject({
      what: expect.stringMatching(
        /^resourcemanager\.projects\.get, resourcemanager\.projects\.getIamPolicy: /,
      ) as string,
      mend: expect.stringContaining('--member=serviceAccount:deploy@busker-test.iam') as string,
    });
    expect((await ask(rightsWithout(...all), null))[0]).toMatchObject({
      mend: expect.stringContaining('--member=user:YOUR_ADDRESS') as string,
    });
  });

  it('are not known when Google does not say, with the reason once', async () => {
    const project = 'https://cloudresourcemanager.googleapis.com/v3/projects/busker-test:testIamPermissions';
    const account = Object.keys(rightsWithout()).find((request) => request.includes('serviceAccounts')) ?? '';
    const away = { status: 403, error: { message: 'no' } };
    expect(await ask({ [`POST ${project}`]: away, [account]: away })).toEqual([
      unknown('what you may do in the project', 'status 403: no'),
    ]);
    expect(
      (await ask({ ...rightsWithout(), [account]: { status: 404 } })).slice(-accountRights.length),
    ).toEqual(accountRights.map(({ does }) => unknown(`may you ${does}`, 'it does not exist yet')));
  });
});

describe('the look at what a deploy has started', () => {
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
});

describe('functions env', () => {
  it('hands the functions their settings, and neither secrets nor names that Firebase keeps for itself', () => {
    const given = [
      '# of this host',
      'PUBLIC_ORIGIN=https://busker.example',
      'export PAYMENTS_MODE=connect',
      'FIREBASE_WEB_CONFIG={"apiKey":"x"}',
      'STRIPE_SECRET_KEY=sk_live_x',
      'STRIPE_WEBHOOK_SECRETS=whsec_x',
      'BUSKER_SECRET=xxxx',
      'CHALLENGE_SECRET_KEY=0x1',
      'STRIPE_PUBLISHABLE_KEY=pk_live_x',
      '',
    ].join('\r\n');
    expect(functionsEnv(given)).toBe(
      'PUBLIC_ORIGIN=https://busker.example\nPAYMENTS_MODE=connect\nSTRIPE_PUBLISHABLE_KEY=pk_live_x\nWEB_API_KEY=x\n',
    );
  });
});

describe('build site', () => {
  let root = '';
  beforeEach(async () => {
    root = `${await mkdtemp(join(tmpdir(), 'busker-build-'))}/`;
    await mkdir(`${root}dist/functions`, { recursive: true });
    await mkdir(`${root}rules`, { recursive: true });
    const code = 'export const app = { __endpoint: {} };\nexport const other = 1;\n';
    await writeFile(`${root}dist/functions/index.js`, code);
    await writeFile(`${root}dist/functions/package.json`, '{"type":"module"}');
    await writeFile(`${root}rules/firestore.rules`, 'f');
    await writeFile(
      `${root}rules/storage.rules`,
      'firestore.exists(/databases/(default)/documents/deleted/x)',
    );
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const run = async (command: string, args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(command, [...args]);
    return { code: 0, output: stdout };
  };
  const read = (env: string) =>
    readBuiltFunctions(
      {
        root,
        run,
        build: () => Promise.resolve(true),
        standardInput: () => Promise.resolve(''),
        say: () => undefined,
        fail: () => undefined,
      },
      'busker-test',
      env,
    );

  describe('the built functions', () => {
    it('are found by name, and their release depends only on code and settings', async () => {
      const first = await read('A=1');
      expect(first.ids).toEqual(['app']);
      expect(first.release).toMatch(/^[0-9a-f]{12}$/);
      await writeFile(`${root}dist/functions/.env`, 'BUSKER_RELEASE=x');
      await writeFile(`${root}dist/functions/.secret.local`, 'BUSKER_SECRET=x');
      await writeFile(`${root}dist/functions/firebase-debug.log`, 'x');
      expect(await read('A=1')).toEqual(first);
      expect((await read('A=2')).release).not.toBe(first.release);
      await writeFile(`${root}dist/functions/more.js`, '');
      expect((await read('A=1')).release).not.toBe(first.release);
    });

    it('get their release as one of their settings', async () => {
      await writeFunctionsEnv(
        root,
        'PUBLIC_ORIGIN=https://busker.example\nBUSKER_SECRET=x\n',
        '0123456789ab',
      );
      expect(await readFile(`${root}dist/functions/.env`, 'utf8')).toBe(
        'PUBLIC_ORIGIN=https://busker.example\nBUSKER_RELEASE=0123456789ab\n',
      );
    });
  });

  describe('the configuration of a deploy', () => {
    const config = async () => JSON.parse(await readFile(`${root}firebase.deploy.json`, 'utf8'));

    // Holds host-011.
    it('names region and database, so that firebase-tools never chooses a location', async () => {
      await writeDeployConfig(root, fakeInstallation(), {
        embed: ['0.1.0/busker.js'],
        assets: ['main-1.js'],
      });
      expect(await config()).toMatchObject({
        firestore: { database: '(default)', location: 'eur3' },
        storage: { rules: 'rules/storage.rules' },
        hosting: {
          rewrites: [
            { function: { functionId: 'count', region: 'europe-west1' } },
            { function: { functionId: 'app', region: 'europe-west1' } },
            { destination: '/index.html' },
            { destination: '/overlay.html' },
            { function: { functionId: 'app', region: 'europe-west1' } },
          ],
        },
      });
    });

    it('lets browsers keep for ever the files that exist, and no others', async () => {
      await writeDeployConfig(root, fakeInstallation(), {
        embed: ['0.1.0/busker.js'],
        assets: ['main-1.js'],
      });
      const { hosting } = await config();
      const rows: readonly { source?: string; regex?: string; headers: object }[] = hosting.headers;
      const kept = rows.filter(({ headers }) => JSON.stringify(headers).includes('immutable'));
      expect(kept.map(({ source, regex }) => source ?? regex)).toEqual([
        String.raw`^/assets/(?:main-1\.js)$`,
        String.raw`^/embed/(?:0\.1\.0/busker\.js)$`,
      ]);
    });

    it('lets the storage rules read the configured database', async () => {
      const wanted = fakeInstallation({ database: { id: 'restored', location: 'eur3' } });
      await writeDeployConfig(root, wanted, { embed: [], assets: [] });
      const { storage } = await config();
      const text = await readFile(`${root}${storage.rules}`, 'utf8');
      expect(text).toBe('firestore.exists(/databases/restored/documents/deleted/x)');
      expect((await readRules(root, wanted)).storage).toBe(text);
    });
  });
});
