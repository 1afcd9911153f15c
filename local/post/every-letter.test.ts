import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { mailDocument } from '@busker/core/outbox-documents/event-document';
import type { SecurityNews } from '@busker/functions/accounts/account-routes';
import { sendLetter } from '@busker/functions/mail/send-letter';
import { runOutboxTask } from '@busker/functions/jobs/start-timers';
import type { MailTransport } from '@busker/functions/mail-transport/mail-transport';
import { smtpTransport } from '@busker/functions/mail-transport/smtp-transport';
import { sweepOutbox } from '@busker/functions/outbox/sweep-outbox';
import type { hostMails, reportMails } from '@busker/functions/reports/reports';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  signIn,
  setStanding,
  wishes,
  type Scenario,
} from '@busker/functions/testing/ada';
import type { InMemoryDeps } from '@busker/functions/testing/in-memory-deps';
import { sendReport, storedReports } from '@busker/functions/testing/reports';
import type { KeptMail } from './kept-mails';
import { startPost, type LocalPost } from './start-post';

let folder = '';
let post: LocalPost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-letters-'));
  post = await startPost({ port: 0, folder });
});
afterEach(() => post.mails.clear());
afterAll(async () => {
  await post.close();
  await rm(folder, { recursive: true });
});

/** By what each kind of letter is known. A new kind without a row does not compile. */
const kinds: Readonly<
  Record<keyof ReturnType<typeof reportMails> | keyof typeof hostMails | SecurityNews['kind'], RegExp>
> = {
  receipt: /^We have your report /,
  news: /^Report [0-9a-f]{12}: /,
  decision: /^Our decision on your report /,
  statement: /^A decision about your page @ada/,
  appealNews: /^An objection (?:of|to the decision about) @ada/,
  appealDecided: /^Our answer to your objection about /,
  'codes-made': /^New recovery codes at /,
  'recovery-used': /^Two-step sign-in is off at /,
  'methods-added': /^A new way to sign in at /,
};

interface Objection {
  readonly id: string;
  readonly from: string;
  readonly answer: object | null;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const minute = 60_000;

const ask = async (scenario: Scenario, path: string, body: unknown, headers: Record<string, string>) => {
  const { status, text } = await scenario.call('POST', path, body, headers);
  if (status >= 400) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
};

/** Everything happens to Ada that a letter is written about. */
async function everyLetter(): Promise<Scenario> {
  const scenario = await adasScenario({ limitFactor: 20 });
  const { users, signIns } = scenario.deps;
  users.known.push({ uid: adaUid, email: 'ada@example.com', role: null });
  users.known.push({ uid: 'uid-mo', email: 'mo@host.example', role: 'admin' });
  signIn(scenario.deps, 'uid-mo', 'token-mo');
  const mo = bearerOf('token-mo');
  const decided = async (requestId: string, outcome: string) => {
    const known = new Set(storedReports(scenario).map(({ id }) => id));
    const { text } = await sendReport(scenario, { requestId });
    const link = /\/report\/[0-9a-f]{12}\?[^"]+/.exec(text)?.[0].replaceAll('&amp;', '&') ?? '';
    const id = storedReports(scenario).find((report) => !known.has(report.id))?.id ?? '';
    const facts = 'The page shows the name of somebody else.';
    await ask(scenario, `/v1/admin/reports/${id}/decision`, { outcome, facts }, mo);
    return { id, key: new URLSearchParams(link.split('?')[1]).get('key') ?? '' };
  };
  const answered = async (from: string) => {
    const { json } = await scenario.call('GET', '/v1/admin/appeals', undefined, mo);
    const objections = json['objections'] as unknown as readonly Objection[];
    const id = objections.find((each) => each.from === from && each.answer === null)?.id ?? '';
    await ask(
      scenario,
      `/v1/admin/appeals/${id}/answer`,
      { outcome: 'reversed', text: 'You were right.' },
      mo,
    );
  };
  // The reporter's side, then the owner's.
  const left = await decided('id000098', 'no-action');
  const objection = new URLSearchParams({ key: left.key, text: 'Look again.' }).toString();
  await ask(scenario, `/report/${left.id}`, objection, form);
  await answered('reporter');
  await decided('id000099', 'suspended');
  await ask(scenario, '/v1/me/appeals', { text: 'I am Ada.' }, bearerOf(adaToken));
  await answered('owner');
  await setStanding(scenario, wishes.pause);
  // Her sign-in.
  const signsInWith = (methods: readonly string[], factors: readonly string[]) =>
    signIns.users.set(adaUid, { verifiedEmail: 'ada@example.com', methods, factors, validSince: null });
  signsInWith(['password'], ['app']);
  await ask(scenario, '/v1/me/sign-in-methods', undefined, bearerOf(adaToken));
  signsInWith(['password', 'google.com'], ['app']);
  await ask(scenario, '/v1/me/sign-in-methods', undefined, bearerOf(adaToken));
  const made = await scenario.call('POST', '/v1/me/recovery-codes', undefined, bearerOf(adaToken));
  const [code] = made.json['codes'] as unknown as readonly string[];
  signIns.pending.set('pending', 'app');
  await ask(scenario, '/v1/recovery', { pending: 'pending', factor: 'app', code }, {});
  return scenario;
}

const idsOf = ({ deps }: Scenario): readonly string[] =>
  Object.keys(deps.store.dump()).flatMap((path) =>
    path.startsWith('mail/') ? [path.slice('mail/'.length)] : [],
  );

const overSmtp = (): MailTransport =>
  smtpTransport({ host: '127.0.0.1', port: post.port, security: 'plain', auth: null, dkim: null });

const messageIdOf = ({ headers }: KeptMail) => headers.find(([name]) => name === 'message-id')?.[1];

const sweep = (deps: InMemoryDeps, mailTransport: MailTransport) => {
  const over = { ...deps, mailTransport };
  return sweepOutbox(over, (task) => runOutboxTask(over, task));
};

/** Each letter that arrived, by its Message-ID: a mail program shows copies with the same one as one mail. */
async function arrived(): Promise<ReadonlyMap<string, readonly KeptMail[]>> {
  const byId = new Map<string, KeptMail[]>();
  for (const mail of await post.mails.list()) {
    const id = messageIdOf(mail) ?? '';
    byId.set(id, [...(byId.get(id) ?? []), mail]);
  }
  return byId;
}

const stateOf = ({ deps }: Scenario, id: string) => {
  const mail = mailDocument.decode(deps.store.dump()[`mail/${id}`]);
  return mail.ok ? mail.value.delivery?.state : undefined;
};

// Holds dash-206.
it('a letter of each kind arrives in the mail server, once', async () => {
  const scenario = await everyLetter();
  const ids = idsOf(scenario);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    scenario.deps.clock.advance(minute);
    await sweep(scenario.deps, overSmtp());
  }
  const letters = await arrived();
  expect([...letters.keys()].toSorted()).toEqual(ids.map((id) => `<letter-${id}@busker.test>`).toSorted());
  expect([...letters.values()].map((copies) => copies.length)).toEqual(ids.map(() => 1));
  const subjects = [...letters.values()].flat().map(({ subject }) => subject);
  for (const [kind, subject] of Object.entries(kinds))
    expect(
      subjects.some((each) => subject.test(each)),
      kind,
    ).toBe(true);
  expect(subjects.filter((each) => !Object.values(kinds).some((subject) => subject.test(each)))).toEqual([]);
  expect(ids.map((id) => stateOf(scenario, id))).toEqual(ids.map(() => 'SUCCESS'));
});

// Holds dash-206.
it('a letter of each kind is one mail also when the process ends between sending and noting', async () => {
  const scenario = await everyLetter();
  const ids = idsOf(scenario);
  const real = overSmtp();
  // The process ends after the mail server took the mail: nothing after that happens any more.
  const killed: MailTransport = {
    send: async (mail) => {
      await real.send(mail);
      return new Promise(() => undefined);
    },
  };
  for (const id of ids) void sendLetter({ ...scenario.deps, mailTransport: killed }, id);
  await vi.waitFor(async () => expect((await arrived()).size).toBe(ids.length), 20_000);
  expect(ids.map((id) => stateOf(scenario, id))).toEqual(ids.map(() => undefined));
  // Before the claim ends, the next process sends none of them.
  await sweep(scenario.deps, real);
  expect([...(await arrived()).values()].map((copies) => copies.length)).toEqual(ids.map(() => 1));
  for (let minutes = 0; minutes < 10; minutes += 1) {
    scenario.deps.clock.advance(minute);
    await sweep(scenario.deps, real);
  }
  const letters = await arrived();
  expect([...letters.keys()].toSorted()).toEqual(ids.map((id) => `<letter-${id}@busker.test>`).toSorted());
  for (const copies of letters.values()) {
    expect(copies.length).toBe(2);
    expect(new Set(copies.map(({ to, subject, text }) => `${to}\n${subject}\n${text}`)).size).toBe(1);
  }
  expect(ids.map((id) => stateOf(scenario, id))).toEqual(ids.map(() => 'SUCCESS'));
});
