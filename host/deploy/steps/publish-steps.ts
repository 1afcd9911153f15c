import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import {
  indexDifferences,
  judgeIndexes,
  known,
  mapped,
  type DeclaredIndexes,
  type GoogleRest,
  type LiveHosting,
  type Reply,
  type StoreIndexes,
} from '../../installation/google';
import {
  due,
  fine,
  missing,
  unknown,
  type Finding,
  type Installation,
  type Step,
} from '../../installation/installation';

export interface HostingStepOptions {
  readonly live: LiveHosting;
  /** The hash of all files and of their headers and rewrites. */
  readonly hash: () => Promise<string>;
  readonly deploy: (message: string) => Promise<Result<null, string>>;
}

/** The message that a deploy gives to its Hosting release. */
export const hostingMessage = (hash: string): string => `busker ${hash}`;

/** Releases the files last. This order is safe, because earlier dashboards and embeds work with every change of the API. */
export const hostingStep = ({ live, hash, deploy }: HostingStepOptions): Step => ({
  name: 'hosting',
  async ask() {
    const [wanted, releases] = await Promise.all([hash(), live.releases()]);
    if (releases.state === 'unknown') return [unknown('the live files', releases.why)];
    const [now] = releases.value;
    if (now?.message === hostingMessage(wanted)) return [fine(`files ${wanted} are live`)];
    return [due(`files ${wanted}${now === undefined ? '' : `; live is "${now.message}"`}`)];
  },
  act: async () => deploy(hostingMessage(await hash())),
});

const domainSiteMessage = 'busker domains';

/**
 * The site for the domains of owners: no files, and every address is answered by the function, as firebase-tools writes it for a function of the second
 * generation. A site with other files is never overwritten.
 */
export function domainSiteStep(
  { projectId, region, domainSite }: Pick<Installation, 'projectId' | 'region' | 'domainSite'>,
  live: LiveHosting,
): Step {
  const what = `the site ${domainSite ?? ''} for domains of owners, which leads to the functions in ${region}`;
  const message = `${domainSiteMessage} ${region}`;
  return {
    name: 'domain-site',
    async ask() {
      const releases = await live.releases();
      if (releases.state === 'unknown') return [unknown(what, releases.why)];
      const [now] = releases.value;
      if (now?.message === message) return [fine(what)];
      const isOthers = now !== undefined && !now.message.startsWith(domainSiteMessage);
      return isOthers || domainSite === projectId
        ? [missing(what, 'It has other files. Name a site in OWNER_DOMAINS that is for these domains alone.')]
        : [due(what)];
    },
    act: () =>
      live.releaseWithoutFiles({ rewrites: [{ glob: '**', run: { serviceId: 'app', region } }] }, message),
  };
}

/** The text of the live rules; null = no rules were ever released. */
export interface ReleasedRules {
  readonly firestore: Reply<string | null>;
  readonly storage: Reply<string | null>;
}

const released = v.object({ rulesetName: v.string() });
const ruleset = v.object({ source: v.object({ files: v.array(v.object({ content: v.string() })) }) });

async function readRelease(google: GoogleRest, project: string, name: string): Promise<Reply<string | null>> {
  const api = 'https://firebaserules.googleapis.com/v1';
  const release = await google.read(`${api}/${project}/releases/${name}`, released);
  if (release.state === 'unknown') return release;
  if (release.value === null) return known(null);
  const rules = await google.read(`${api}/${release.value.rulesetName}`, ruleset);
  return mapped(rules, (value) => value?.source.files.map(({ content }) => content).join('\n') ?? null);
}

/** Firebase Rules (firebase.google.com/docs/reference/rules/rest). */
export async function readReleasedRules(
  google: GoogleRest,
  { projectId, database, bucket }: Pick<Installation, 'projectId' | 'database' | 'bucket'>,
): Promise<ReleasedRules> {
  const project = `projects/${projectId}`;
  const store = database.id === '(default)' ? 'cloud.firestore' : `cloud.firestore/${database.id}`;
  const [firestore, storage] = await Promise.all([
    readRelease(google, project, store),
    readRelease(google, project, `firebase.storage/${bucket}`),
  ]);
  return { firestore, storage };
}

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

export interface IndexesStepOptions {
  readonly declared: DeclaredIndexes;
  readonly read: () => Promise<Reply<StoreIndexes>>;
  /** Runs `firebase deploy --only firestore:indexes`, which starts to build the indexes and does not wait for them. */
  readonly deploy: () => Promise<Result<null, string>>;
  readonly wait: (ms: number) => Promise<void>;
}

const betweenChecks = 10_000;
/** An hour. For a million documents, Firestore needs some minutes. */
const looks = 360;

/** Creates the declared indexes and waits until they are ready, because new code cannot use an index that is being built. */
export function indexesStep({ declared, read, deploy, wait }: IndexesStepOptions): Step {
  const count = declared.indexes.length + declared.fieldOverrides.length;
  return {
    name: 'indexes',
    async ask() {
      const found = await read();
      if (found.state === 'unknown') return [unknown('the indexes', found.why)];
      return judgeIndexes(indexDifferences(declared, found.value), count);
    },
    async act() {
      const before = await read();
      const isThere =
        before.state === 'known' && indexDifferences(declared, before.value).absent.length === 0;
      if (!isThere) {
        const deployed = await deploy();
        if (!deployed.ok) return deployed;
      }
      for (let look = 0; look < looks; look += 1) {
        const now = await read();
        // Without the permission to read the indexes, the deploy continues without this check.
        if (now.state === 'unknown') return ok(null);
        const { absent, building } = indexDifferences(declared, now.value);
        if (absent.length + building.length === 0) return ok(null);
        await wait(betweenChecks);
      }
      return fail(
        'The indexes were not ready after an hour. They are still being built; run the deploy again.',
      );
    },
  };
}

/** The text of the storage rules for this database. The rules name it where they read Firestore. */
const storageRulesFor = (text: string, database: string): string =>
  text.replaceAll('/databases/(default)/documents/', `/databases/${database}/documents/`);

/** The rules in the form in which they will be released. */
export async function readRules(root: string, { database }: Pick<Installation, 'database'>) {
  const read = (name: string) => readFile(`${root}rules/${name}.rules`, 'utf8');
  return { firestore: await read('firestore'), storage: storageRulesFor(await read('storage'), database.id) };
}
