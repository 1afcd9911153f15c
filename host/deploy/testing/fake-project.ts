import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ok } from '@busker/core/base/result';
import type { CardVersionDay } from '@busker/core/profile-documents/profile-document';
import { webhookEvents } from '@busker/functions/events/webhook-events';
import type { OpsResource } from '../../ops/resources';
import type { Planned } from '../../ops/ops-plan';
import { known, parseIndexes } from '../../installation/google';
import { type Finding as Verified, good } from '../../verify/site';
import type { Machine } from '../../command';
import { hostCommand } from '../../host-commands.mjs';
import type { Installation } from '../../installation/installation';
import { sha384 } from '../releases/keep-versions';
import { type Services, newestSecrets } from '../services';
import { fakeStripe } from '../../installation/testing/fake-stripe';
import {
  InMemoryFunctions,
  InMemoryHosting,
  InMemorySecrets,
  fakeBucket,
  fakeGoogle,
  projectAnswers,
} from './fake-google';

interface FakeStanding {
  readonly id: string;
  readonly kind: 'same' | 'missing';
}

function fakePlanned({ id, kind }: FakeStanding): Planned {
  const resource: OpsResource = {
    id,
    find: { by: 'address', url: id },
    create: id,
    update: { method: 'PATCH', url: () => id },
    wanted: () => ({}),
  };
  return { resource, live: null, standing: { kind } };
}

const repository = fileURLToPath(new URL('../../../', import.meta.url));

const dotEnv = [
  'PUBLIC_ORIGIN=https://busker.example',
  'PAYMENTS_MODE=single',
  'STRIPE_PUBLISHABLE_KEY=pk_test_x',
  'BUSKER_REGION=europe-west1',
  'FIRESTORE_LOCATION=eur3',
  'FIREBASE_WEB_CONFIG={"apiKey":"x","authDomain":"x","projectId":"busker-test","storageBucket":"x","appId":"1"}',
].join('\n');

const secretValues = {
  STRIPE_SECRET_KEY: `rk_test_${'a1'.repeat(8)}`,
  STRIPE_WEBHOOK_SECRETS: `whsec_${'b2'.repeat(10)}`,
  BUSKER_SECRET: 'd4'.repeat(32),
};

const firestore =
  'https://firestore.googleapis.com/v1/projects/busker-test/databases/(default)/collectionGroups/-';
const ttlFilter = encodeURIComponent('indexConfig.usesAncestorConfig:false OR ttlConfig:*');
const rules = 'https://firebaserules.googleapis.com/v1/projects/busker-test';

/** The script of the dashboard of this version, whose name has eight characters for its hash. */
export const mainOf = (version: string): string =>
  `main-${sha384(Buffer.from(version)).slice(7, 15).replaceAll(/\W/g, '_')}.js`;

/** A checkout with a small build, and all services in memory. A whole deploy takes less than a second on it. */
export class FakeProject {
  readonly said: string[] = [];
  /** The `firebase` commands that ran. */
  readonly commands: string[] = [];
  readonly functions = new InMemoryFunctions();
  readonly hosting = new InMemoryHosting();
  readonly domainSite = new InMemoryHosting();
  readonly secrets = new InMemorySecrets(secretValues);
  readonly bucket = fakeBucket();
  readonly google = fakeGoogle({ ...projectAnswers });
  readonly stripe = fakeStripe({
    endpoints: [
      {
        id: 'we_1',
        url: 'https://busker.example/v1/stripe/webhook',
        status: 'enabled',
        enabled_events: [...webhookEvents.payments],
        api_version: null,
        application: null,
        metadata: {},
      },
    ],
  });
  /** Gives the token for Google. */
  token = () => Promise.resolve('fake-token');
  /** The `firebase` command that fails the next time it runs. */
  breaks: string | null = null;
  /** The alerts of the project. */
  ops: readonly FakeStanding[] = [{ id: 'alert tick', kind: 'missing' }];
  /** The findings of the checks of the live site. */
  verified: readonly Verified[] = [good('health', 'answers')];
  /** How often cards of each version were shown and crashed. */
  days: readonly CardVersionDay[] = [];
  /** The functions of the build. */
  private names: readonly string[] = [];
  private time = Date.UTC(2026, 10, 20);

  private constructor(readonly root: string) {}

  static async make(): Promise<FakeProject> {
    const fake = new FakeProject(`${await mkdtemp(join(tmpdir(), 'busker-deploy-'))}/`);
    await cp(`${repository}rules`, `${fake.root}rules`, { recursive: true });
    await fake.write('core/tip.ts', "const tipDocument = { kind: 'tip', version: 1, schema };");
    await fake.write('.env', dotEnv);
    await fake.write(
      'host/firebase/package-lock.json',
      JSON.stringify({ packages: { 'node_modules/firebase-tools': { version: '1.0.0' } } }),
    );
    await fake.write(
      'host/firebase/node_modules/firebase-tools/package.json',
      JSON.stringify({ version: '1.0.0' }),
    );
    await fake.build('0.1.0');
    return fake;
  }
  close(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), text);
  }

  dotEnv(): Promise<string> {
    return readFile(`${this.root}.env`, 'utf8');
  }

  /** Makes the build of this version with these functions. */
  async build(version: string, names: readonly string[] = ['app', 'followtips']): Promise<void> {
    this.names = names;
    await rm(`${this.root}dist`, { recursive: true, force: true });
    await this.write('package.json', JSON.stringify({ version, type: 'module' }));
    await this.write('dist/functions/index.js', `// ${version}, ${names.join(', ')}`);
    await this.write('dist/dashboard/index.html', version);
    await this.write('dist/overlay/overlay.html', version);
    await this.write(`dist/dashboard/assets/${mainOf(version)}`, version);
    const manifest = { integrity: { 'busker.js': sha384(Buffer.from(version)) }, files: {} };
    await this.write(`dist/embed/${version}/busker.js`, version);
    await this.write(`dist/embed/${version}/manifest.json`, JSON.stringify(manifest));
    await this.write('dist/embed/v1.js', `entry of ${version}`);
    await this.write('dist/embed/versions.json', JSON.stringify({ current: version, versions: [version] }));
  }

  readonly services = (wanted?: Pick<Installation, 'domainSite'>): Services => ({
    token: this.token,
    account: () => Promise.resolve('ada@example.com'),
    fetch: (input) => this.answer(input instanceof Request ? input.url : input.toString()),
    google: this.google.rest,
    secrets: this.secrets,
    functions: this.functions,
    hosting: this.hosting,
    domainSite: wanted?.domainSite == null ? null : this.domainSite,
    kept: this.bucket.files,
    stripeWith: () => this.stripe.rest,
    ops: {
      plan: () => Promise.resolve(this.ops.map(fakePlanned)),
      apply: (plan) => {
        this.ops = plan.map(({ resource }) => ({ id: resource.id, kind: 'same' }));
        return Promise.resolve(ok(null));
      },
    },
    verify: () => Promise.resolve(this.verified),
    versionCounts: (since, versions) =>
      Promise.resolve(
        known(this.days.filter(({ day, version }) => day >= since && versions.includes(version))),
      ),
    wait: () => Promise.resolve(),
    now: () => (this.time += 60_000),
  });

  /** The files of the live site, by their paths. */
  readonly live = new Map<string, string>();
  /** Do the functions reach the bucket of releases? */
  readsReleases = true;

  /** Responds at the functions' own addresses and with the live files; every other address returns 404. */
  private async answer(url: string): Promise<Response> {
    const [, file = ''] = /^https:\/\/app-x\.a\.run\.app\/((?:embed|assets)\/.*)$/.exec(url) ?? [];
    if (file !== '' && this.readsReleases && this.bucket.objects.has(file)) return new Response('');
    const live = this.live.get(url.replace('https://busker.example/', ''));
    if (live !== undefined) return new Response(live);
    const [, id] = /^https:\/\/(\w+)-x\.a\.run\.app\/health$/.exec(url) ?? [];
    if (id === undefined) return new Response('', { status: 404 });
    const { service, release } = this.functions.find(id);
    const shares = await this.functions.traffic(service);
    const isLatest = shares.state === 'known' && shares.value.some(({ revision }) => revision === 'latest');
    return Response.json({ ok: true, release: isLatest ? release : 'earlier' });
  }

  readonly machine = (input = ''): Machine => ({
    root: this.root,
    build: () => Promise.resolve(true),
    standardInput: () => Promise.resolve(input),
    say: (line) => void this.said.push(line),
    fail: (line) => void this.said.push(line),
    run: async (command, args) => {
      if (command === 'firebase') return this.firebase(args);
      if (command === 'git') return { code: 0, output: args[0] === 'rev-parse' ? 'c0ffee'.repeat(6) : '' };
      return { code: 0, output: JSON.stringify(this.names) };
    },
  });

  private async firebase(args: readonly string[]): Promise<{ code: number; output: string }> {
    const [verb = '', , only = ''] = args;
    this.commands.push(verb === 'deploy' ? only : `${verb} ${args[1] ?? ''}`);
    if (this.breaks !== null && only.startsWith(this.breaks)) {
      this.breaks = null;
      return { code: 1, output: '' };
    }
    if (verb === 'functions:delete') this.functions.remove(args[1] ?? '');
    else if (only === 'firestore:indexes') await this.createIndexes();
    else if (only.startsWith('firestore:rules')) await this.releaseRules();
    else if (only === 'hosting') this.hosting.deploy(args[args.indexOf('--message') + 1] ?? '');
    else await this.deployFunctions(only);
    return { code: 0, output: '' };
  }
  private async deployFunctions(only: string): Promise<void> {
    const env = await readFile(`${this.root}dist/functions/.env`, 'utf8');
    const newest = await newestSecrets(this.secrets);
    const ids = only.split(',').map((each) => each.replace('functions:busker:', ''));
    const release = /^BUSKER_RELEASE=(.+)$/m.exec(env)?.[1] ?? '';
    this.functions.deploy(ids, release, newest.state === 'known' ? newest.value : {});
  }
  private async createIndexes(): Promise<void> {
    const text = await readFile(`${this.root}rules/firestore.indexes.json`, 'utf8');
    const { indexes, fieldOverrides } = parseIndexes(text);
    const parent = 'projects/p/databases/(default)/collectionGroups';
    this.google.answer(`GET ${firestore}/indexes?pageSize=300`, {
      indexes: indexes.map((index) => ({
        ...index,
        name: `${parent}/${index.collectionGroup}/indexes/1`,
        state: 'READY',
      })),
    });
    this.google.answer(`GET ${firestore}/fields?pageSize=300&filter=${ttlFilter}`, {
      fields: fieldOverrides.map(({ collectionGroup, fieldPath, ttl, indexes: own }) => ({
        name: `${parent}/${collectionGroup}/fields/${fieldPath}`,
        indexConfig: {
          indexes: own.map(({ queryScope, order }) => ({
            queryScope,
            state: 'READY',
            fields: [{ fieldPath, order }],
          })),
        },
        ...(ttl ? { ttlConfig: { state: 'ACTIVE' } } : {}),
      })),
    });
  }
  private async releaseRules(): Promise<void> {
    const releases = {
      'cloud.firestore': 'firestore',
      'firebase.storage/busker-test.firebasestorage.app': 'storage',
    };
    for (const [name, file] of Object.entries(releases)) {
      const content = await readFile(`${this.root}rules/${file}.rules`, 'utf8');
      const rulesetName = `projects/busker-test/rulesets/${file}`;
      this.google.answer(`GET ${rules}/releases/${name}`, { rulesetName });
      this.google.answer(`GET https://firebaserules.googleapis.com/v1/${rulesetName}`, {
        source: { files: [{ content }] },
      });
    }
  }
}

/** The `firebase` commands of a whole deploy, in order. */
export const everyCommand = [
  'firestore:indexes',
  'firestore:rules,storage',
  'functions:busker:app,functions:busker:followtips',
  'hosting',
];

/** Runs `npm run deploy` with these words in a fake project. */
export async function deployIn(fake: FakeProject, words: string, input = '') {
  fake.said.length = 0;
  fake.commands.length = 0;
  const io = { ...fake.machine(input), services: fake.services };
  const code = await hostCommand(['deploy', ...words.split(' ').filter(Boolean)], io);
  return { code, said: fake.said.join('\n'), commands: [...fake.commands] };
}
