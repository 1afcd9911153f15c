import * as v from 'valibot';
import { balanceAnswer, booksAnswer, payoutAnswer, payoutsAnswer } from '@busker/core/books/books-api';
import {
  channelAnswer,
  channelsAnswer,
  messageAnswer,
  newChannelAnswer,
  replayAnswer,
  secretAnswer,
} from '@busker/core/dashboard-api/channel-api';
import {
  appealAnswer,
  objectionAnswer,
  objectionsAnswer,
  ownerCaseAnswer,
  reportAnswer,
  reportsAnswer,
  standingAnswer,
} from '@busker/core/dashboard-api/moderation-api';
import { domainAnswer } from '@busker/core/domains/domain-api';
import { stopAllAnswer } from '@busker/core/fan-api/monthly-api';
import {
  connectAnswer,
  deleteAnswer,
  deletionAnswer,
  exportLinkAnswer,
  importAnswer,
  importPictureAnswer,
  linksCheckAnswer,
  mailAnswer,
  mailsAnswer,
  newCodesAnswer,
  pagePreviewAnswer,
  recoveryAnswer,
  refundAnswer,
  sessionsAnswer,
  site,
  siteCheckAnswer,
  sitesAnswer,
  termsAnswer,
  thanksAnswer,
  verifyLinkAnswer,
  waysAnswer,
} from '@busker/core/dashboard-api/owner-api';
import { pauseAnswer, publishAnswer, unpublishAnswer } from '@busker/core/fan-api/tip-api';
import { fail, faultsOf, isProblemCode, ok } from '@busker/core/base/result';
import type {
  Moderation,
  OwnerApi,
  OwnerChannels,
  OwnerMoney,
  OwnerOverlay,
  SiteChecks,
} from '../data/backend';
import { embedFolder } from '../data/config';
import type { Answer, Failure } from '../data/failure';

type Schema = v.GenericSchema;

/** The parts of a schema that hold other schemas (valibot.dev/api). */
interface Parts {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly Schema[];
}

/** The JSON without the fields that the schema does not know, at any depth. */
function knownPart(schema: Schema, json: unknown): unknown {
  const { entries, item, wrapped, options } = schema as Schema & Parts;
  if (wrapped !== undefined) return json === null ? null : knownPart(wrapped, json);
  if (item !== undefined) return Array.isArray(json) ? json.map((each) => knownPart(item, each)) : json;
  if (schema.type === 'union' || schema.type === 'variant') {
    const parts = (options ?? []).map((option) => ({ option, part: knownPart(option, json) }));
    return parts.find(({ option, part }) => v.is(option, part))?.part ?? json;
  }
  if (entries === undefined || typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, value]) => {
      const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
      return entry === undefined ? [] : [[key, knownPart(entry, value)]];
    }),
  );
}

/**
 * Reads an answer of the server, which may be newer than a dashboard that is open in a tab: fields that this dashboard does not know are left out.
 * The schemas stay exact, because the tests of the server hold it to them.
 */
export const readAnswer = <S extends Schema>(schema: S, json: unknown): v.SafeParseResult<S> =>
  v.safeParse(schema, knownPart(schema, json));

export interface HttpOptions {
  /** Origin of the Busker server. */
  readonly host: string;
  /** A current ID token; null = not signed in. */
  readonly idToken: () => Promise<string | null>;
  readonly fetch?: typeof fetch;
}

const handleAnswer = v.object({ handle: v.string(), state: v.picklist(['free', 'yours', 'taken']) });

export function httpApi(options: HttpOptions): OwnerApi {
  const { call } = httpCaller(options);
  return {
    publish: (revision) => call('/v1/me/publish', publishAnswer, posted({ revision })),
    unpublish: () => call('/v1/me/unpublish', unpublishAnswer, { method: 'POST' }),
    previewPage: (shown) => call('/v1/me/page-preview', pagePreviewAnswer, posted(shown)),
    pauseTips: (request) =>
      call(
        '/v1/me/pause',
        pauseAnswer,
        request === null ? { method: 'DELETE' } : { ...posted(request), method: 'PUT' },
      ),
    async restriction() {
      const answer = await call('/v1/me/standing', standingAnswer);
      return answer.ok ? ok(answer.value.restriction) : answer;
    },
    readAppeal: () => call('/v1/me/appeals', appealAnswer),
    terms: () => call('/v1/me/terms', termsAnswer),
    seeTerms: (version) => call('/v1/me/terms', termsAnswer, posted({ version })),
    appeal: (text) => call('/v1/me/appeals', appealAnswer, posted({ text })),
    async handleState(handle, signal) {
      const answer = await call(`/v1/handles/${encodeURIComponent(handle)}`, handleAnswer, { signal });
      return answer.ok ? ok(answer.value.state) : answer;
    },
    tellMethods: () => call('/v1/me/sign-in-methods', done, { method: 'POST' }),
    recoveryCodes: () => call('/v1/me/recovery-codes', recoveryAnswer),
    renewRecoveryCodes: () => call('/v1/me/recovery-codes', newCodesAnswer, { method: 'POST' }),
    recover: (proof, code) => call('/v1/recovery', done, posted({ ...proof, code })),
    noteDevice: (device) => call('/v1/me/sessions', sessionsAnswer, posted({ device })),
    removeDevice: (device) =>
      call(`/v1/me/sessions/${encodeURIComponent(device)}`, done, { method: 'DELETE' }),
    signOutEverywhere: () => call('/v1/me/sign-out', done, { method: 'POST' }),
    deleteAccount: (handle) => call('/v1/me/delete', deleteAnswer, posted({ handle })),
    deletionOf: (ticket) =>
      call('/v1/deletion', deletionAnswer, { headers: { Authorization: `Bearer ${ticket}` } }),
  };
}

/** The store's listeners deliver the changes that these calls make, so the response bodies are not read. */
export const done = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
);

export function httpMoney(options: HttpOptions): OwnerMoney {
  const { call, file } = httpCaller(options);
  const tip = (tipId: string) => `/v1/me/tips/${encodeURIComponent(tipId)}`;
  return {
    connect: (wanted) => call('/v1/me/payments/connect', connectAnswer, posted(wanted)),
    refresh: () => call('/v1/me/payments/refresh', done, { method: 'POST' }),
    async sites() {
      const answer = await call('/v1/me/sites', sitesAnswer);
      return answer.ok ? ok(answer.value.sites) : answer;
    },
    addSite: (domain) => call('/v1/me/sites', site, posted({ domain })),
    refund: (tipId, wanted) => call(`${tip(tipId)}/refunds`, refundAnswer, posted(wanted)),
    moderate: (tipId, state) => call(`${tip(tipId)}/moderation`, done, posted({ state })),
    reply: (tipId, text) => call(`${tip(tipId)}/reply`, done, posted({ text })),
    removeReply: (tipId) => call(`${tip(tipId)}/reply`, done, { method: 'DELETE' }),
    thank: (wanted) => call('/v1/me/thanks', thanksAnswer, posted(wanted)),
    stopMonthly: (monthlyId, when) =>
      call(`/v1/me/monthly/${encodeURIComponent(monthlyId)}/stop`, done, posted({ when })),
    stopAllMonthly: (when, handle) =>
      call('/v1/me/monthly/stop-all', stopAllAnswer, posted({ when, handle })),
    async ways() {
      const answer = await call('/v1/me/ways', waysAnswer);
      return answer.ok ? ok(answer.value.ways) : answer;
    },
    books: (range) =>
      call(`/v1/me/books?${new URLSearchParams(Object.entries(range)).toString()}`, booksAnswer),
    keepYearStart: (start) => call('/v1/me/books/year', done, { ...posted({ start }), method: 'PUT' }),
    closeYear: (from, zone) => call('/v1/me/books/closed', done, posted({ from, zone })),
    balance: () => call('/v1/me/balance', balanceAnswer),
    payouts: (after) => call(`/v1/me/payouts${pageAfter(after)}`, payoutsAnswer),
    payout: (payoutId, after) =>
      call(`/v1/me/payouts/${encodeURIComponent(payoutId)}${pageAfter(after)}`, payoutAnswer),
    exportTips: (choice) => file('/v1/me/export', posted(choice)),
    prepareExport: (choice) => call('/v1/me/exports', done, posted(choice)),
    exportLink: () => call('/v1/me/exports/link', exportLinkAnswer, { method: 'POST' }),
  };
}

/** The query of a page of a list; null = the first page. */
const pageAfter = (after: string | null): string =>
  after === null ? '' : `?${new URLSearchParams({ after }).toString()}`;

/** The file that the build writes beside a release's files. */
const manifest = v.object({ entry: v.string(), integrity: v.record(v.string(), v.string()) });

export function httpSiteChecks(options: HttpOptions): SiteChecks {
  const { call, file } = httpCaller(options);
  return {
    checkSite: (asked) => call('/v1/me/sites/check', siteCheckAnswer, posted(asked)),
    importPage: (url) => call('/v1/me/imports', importAnswer, posted({ url })),
    async importPicture(url) {
      const answer = await call('/v1/me/imports/picture', importPictureAnswer, posted({ url }));
      if (!answer.ok) return answer;
      if (answer.value.picture === null) return ok(null);
      const { data, type } = answer.value.picture;
      return ok(new Blob([Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))], { type }));
    },
    ownDomain: () => call('/v1/me/domain', domainAnswer),
    wantDomain: (domain) => call('/v1/me/domain', domainAnswer, { ...posted({ domain }), method: 'PUT' }),
    checkDomain: () => call('/v1/me/domain/check', domainAnswer, { method: 'POST' }),
    giveBackDomain: () => call('/v1/me/domain', domainAnswer, { method: 'DELETE' }),
    verifyLink: (url) => call('/v1/me/links/verify', verifyLinkAnswer, posted({ url })),
    checkLinks: () => call('/v1/me/links/check', linksCheckAnswer, { method: 'POST' }),
    exportProfile: (handle) => file(`/v1/profiles/${encodeURIComponent(handle)}`),
    async pinnedScript() {
      const answer = await call(`${embedFolder}manifest.json`, manifest);
      if (!answer.ok) return answer;
      const { entry, integrity } = answer.value;
      const hash = integrity[entry];
      if (hash === undefined) return fail({ code: 'api/unreadable' });
      return ok({ address: `${options.host}${embedFolder}${entry}`, integrity: hash });
    },
  };
}

const timeoutMillis = 20_000;

const named = v.optional(v.record(v.string(), v.string()));
const problemBody = v.object({ code: v.string(), fields: named, faults: named });

async function refusal(response: Response): Promise<Failure> {
  const parsed = v.safeParse(problemBody, await response.json().catch(() => null));
  if (!parsed.success || !isProblemCode(parsed.output.code)) {
    return { code: response.status >= 500 ? 'api/internal' : 'api/unreadable' };
  }
  const { code, fields, faults } = parsed.output;
  if (!fields) return { code: `api/${code}` };
  return { code: `api/${code}`, fields: faultsOf({ fields, ...(faults && { faults }) }) };
}

/** The body of a call in the server's format. */
export const posted = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** Not AbortSignal.any: Safari has it since 17.4. */
function endedByEither(...signals: readonly AbortSignal[]): AbortSignal {
  const both = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) both.abort();
    signal.addEventListener('abort', () => both.abort(), { once: true });
  }
  return both.signal;
}

/** Calls in the owner's name. The token is sent only in the header. It is never part of a URL or a log. */
export function httpCaller({ host, idToken, fetch: send = fetch }: HttpOptions) {
  async function ask<T>(path: string, init: RequestInit, read: (response: Response) => Answer<T>): Answer<T> {
    const headers = new Headers(init.headers);
    const token = headers.has('Authorization') ? null : await idToken().catch(() => null);
    if (token) headers.set('Authorization', `Bearer ${token}`);
    // What was begun before a sign-out would be refused, and the browser would log that as an error.
    else if (!headers.has('Authorization') && path.startsWith('/v1/me/'))
      return fail({ code: 'api/sign-in-required' });
    const late = AbortSignal.timeout(timeoutMillis);
    try {
      const signal = init.signal ? endedByEither(init.signal, late) : late;
      const response = await send(`${host}${path}`, { ...init, headers, signal, credentials: 'omit' });
      return response.ok ? await read(response) : fail(await refusal(response));
    } catch {
      return fail({ code: late.aborted ? 'api/timed-out' : 'api/unreachable' });
    }
  }

  return {
    call: <S extends v.GenericSchema>(
      path: string,
      schema: S,
      init: RequestInit = {},
    ): Answer<v.InferOutput<S>> =>
      ask(path, init, async (response) => {
        const read = readAnswer(schema, await response.json().catch(() => null));
        return read.success ? ok(read.output) : fail({ code: 'api/unreadable' });
      }),
    file: (path: string, init: RequestInit = {}): Answer<Blob> =>
      ask(path, init, async (response) => ok(await response.blob())),
  };
}

export function httpChannels(options: HttpOptions): OwnerChannels {
  const { call } = httpCaller(options);
  const all = '/v1/me/channels';
  const one = (channelId: string) => `${all}/${encodeURIComponent(channelId)}`;
  const put = (body: unknown) => ({ ...posted(body), method: 'PUT' });
  return {
    read: () => call(all, channelsAnswer),
    add: (wanted) => call(all, newChannelAnswer, posted(wanted)),
    async change(channelId, changes) {
      const answer = await call(one(channelId), channelAnswer, { ...posted(changes), method: 'PATCH' });
      return answer.ok ? ok(answer.value.channel) : answer;
    },
    remove: (channelId) => call(one(channelId), done, { method: 'DELETE' }),
    sendCode: (channelId) => call(`${one(channelId)}/code`, messageAnswer, { method: 'POST' }),
    verify: (channelId, code) => call(`${one(channelId)}/verify`, messageAnswer, posted({ code })),
    test: (channelId) => call(`${one(channelId)}/test`, messageAnswer, { method: 'POST' }),
    renewSecret: (channelId) => call(`${one(channelId)}/secret`, secretAnswer, { method: 'POST' }),
    async replay(channelId, wanted) {
      const answer = await call(`${one(channelId)}/replay`, replayAnswer, posted(wanted));
      return answer.ok ? ok(answer.value.count) : answer;
    },
    resend: (deliveryId) =>
      call(`/v1/me/deliveries/${encodeURIComponent(deliveryId)}/resend`, done, { method: 'POST' }),
    keepQuiet: (wanted) => call('/v1/me/quiet', done, put(wanted)),
  };
}

/** The screen reads the owner again after an act, so the lines for the command line are not read. */
const actAnswer = v.object({ lines: v.array(v.string()) });

export function httpModeration(options: HttpOptions): Moderation {
  const { call, file } = httpCaller(options);
  const path = (folder: string, id: string) => `/v1/admin/${folder}/${encodeURIComponent(id)}`;
  return {
    reports: () => call('/v1/admin/reports', reportsAnswer),
    async decide(id, body) {
      const answer = await call(`${path('reports', id)}/decision`, reportAnswer, posted(body));
      return answer.ok ? ok(answer.value.report) : answer;
    },
    async owner(who) {
      const answer = await call('/v1/admin/acts', ownerCaseAnswer, posted({ verb: 'show', who }));
      return answer.ok ? ok(answer.value.data) : answer;
    },
    async act({ uid, ...wanted }) {
      const answer = await call('/v1/admin/acts', actAnswer, posted({ ...wanted, who: uid, yes: true }));
      return answer.ok ? ok(undefined) : answer;
    },
    picture: (picturePath) => file(picturePath.replace('/img/', '/v1/admin/pictures/')),
    objections: () => call('/v1/admin/appeals', objectionsAnswer),
    async answer(id, body) {
      const answer = await call(`${path('appeals', id)}/answer`, objectionAnswer, posted(body));
      return answer.ok ? ok(answer.value.objection) : answer;
    },
    mails: () => call('/v1/admin/mails', mailsAnswer),
    async markSent(id) {
      const answer = await call(path('mails', id), mailAnswer, posted({ sent: true }));
      return answer.ok ? ok(undefined) : answer;
    },
    async sendAgain(id) {
      const answer = await call(path('mails', id), mailAnswer, posted({ sent: 'again' }));
      return answer.ok ? ok(undefined) : answer;
    },
  };
}

export function httpOverlay(options: HttpOptions): OwnerOverlay {
  const { call } = httpCaller(options);
  const overlay = '/v1/me/overlay';
  return {
    make: () => call(overlay, done, { method: 'POST' }),
    change: (changes) => call(overlay, done, { ...posted(changes), method: 'PATCH' }),
    renewKey: () => call(`${overlay}/key`, done, { method: 'POST' }),
    remove: () => call(overlay, done, { method: 'DELETE' }),
    act: (wanted) => call(`${overlay}/live`, done, posted(wanted)),
    test: (test) => call(`${overlay}/test`, done, posted({ test })),
  };
}
