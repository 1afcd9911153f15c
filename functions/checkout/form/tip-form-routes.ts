import { directionOf, shippedLanguage } from '../../../core/base/language-tags';
import type { Context } from 'hono';
import * as v from 'valibot';
import { lookupHandle } from '../../../core/profile/draft';
import type { CommitmentWords } from '../../../core/monthly/monthly-words';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import { readTipLink, type LinkTerms, type TipLink } from '../../../core/tip/tip-link';
import { problem, type Problem } from '../../../core/base/problem';
import { problemKinds } from '../../../core/base/problem-codes';
import type { Deps } from '../../deps';
import { createTipSession } from '../create-tip-session';
import { findForTip } from '../../profiles/find-profile';
import { agreementPage } from './agreement-page';
import { formTip, tipFormFields, type TipForm } from './form-tip';
import { clientAddress } from '../../http/client-address';
import { maxJsonBytes } from '../../http/read-body';
import { readerOf } from '../../http/preferred-language';
import { readForm } from '../../http/read-form';
import type { Route } from '../../http/routes';
import { answerNotice, answerPage } from '../../pages/page';
import { answerRefusal } from '../../pages/refusal-page';
import { pageTexts } from '../../messages/page-texts';
import { tipFormPage } from './tip-form-page';
import { atOwner } from '../../profiles/owner-address';
import { answerNoProfile, answerRestricted } from '../../profiles/no-profile-page';
import { notCached } from '../../http/caching';

async function refusedPage(c: Context, deps: Deps, given: Problem): Promise<Response> {
  return given.code === 'profile-not-found' ? answerNoProfile(c, deps) : answerRefusal(c, given);
}

/** A fan in the street is often a guest in the country: the phone's language comes before the owner's. */
const languageFor = (c: Context, { language: own }: StoredProfile) => readerOf(c, own).language;

/** What the form suggests: the link that led here, else what the fan had chosen in the refused form. */
function linkOf(c: Context, terms: LinkTerms, typed: TipForm | undefined): TipLink {
  if (typed !== undefined)
    return readTipLink({ amount: typed.choice, cur: terms.currency, at: typed.at }, terms);
  const { amount, cur, at } = c.req.query();
  return readTipLink({ amount, cur, at }, terms);
}

/** The page for a profile that takes no tips now, with the owner's name and a link back. */
function noTipsPage(c: Context, profile: StoredProfile, status: number): Response {
  const { handle, name } = profile;
  const language = languageFor(c, profile);
  const { noTips, backTo } = pageTexts(language);
  const direction = directionOf(language);
  const back = { href: `/@${handle}?lang=${language}`, label: backTo({ name }) };
  return answerNotice(c, { title: name, text: noTips({ name }), back, language, direction }, status);
}

/** Browsers send the page's own origin with every form. */
const fromOurPage = (c: Context, deps: Deps) => c.req.header('origin') === deps.config.publicOrigin;

const callerOf = (c: Context, { config }: Deps) => ({
  origin: config.publicOrigin,
  address: clientAddress(c, config.clientAddress),
});

async function showForm(
  c: Context,
  deps: Deps,
  handle: string,
  refused?: { readonly typed: TipForm; readonly why: Problem },
): Promise<Response> {
  const { ids } = deps;
  const found = await findForTip(deps, handle);
  if (!found.ok) return refusedPage(c, deps, found.problem);
  const session = await createTipSession(deps, { handle }, callerOf(c, deps));
  const { profile } = found.value;
  if (!session.ok) {
    const { code } = session.problem;
    const closed = code === 'tips-off' || code === 'payments-not-ready';
    if (closed) return noTipsPage(c, profile, problemKinds[code].status);
    return refusedPage(c, deps, session.problem);
  }
  const view = {
    handle: profile.handle,
    language: languageFor(c, profile),
    look: profile.look,
    session: session.value,
    requestId: ids.fresh(),
    link: linkOf(c, session.value, refused?.typed),
    typed: refused?.typed,
    refused: refused?.why,
  };
  return answerPage(
    c,
    tipFormPage(view),
    refused === undefined ? 200 : problemKinds[refused.why.code].status,
  );
}

async function showAgreement(
  c: Context,
  deps: Deps,
  handle: string,
  typed: TipForm,
  words: CommitmentWords,
): Promise<Response> {
  const found = await findForTip(deps, handle);
  if (!found.ok) return refusedPage(c, deps, found.problem);
  const { profile } = found.value;
  const { name, look } = profile;
  const language = languageFor(c, profile);
  return answerPage(c, agreementPage({ handle: profile.handle, name, look, language, typed, words }), 200);
}

/** `GET` and `POST /@{handle}/tip`: a tip without script, in the language of the phone. 303 leads to Stripe's page. */
export function tipFormRoutes(deps: Deps): readonly Route[] {
  const handleOf = (c: Context) => v.safeParse(lookupHandle, c.req.param('at'));
  return [
    {
      path: '/:at{@[^/]+}/tip',
      cors: 'none',
      on: {
        GET: (c) =>
          atOwner(c, deps, {
            tail: '/tip',
            missing: () => answerNoProfile(c, deps),
            restricted: (by) => answerRestricted(c, by),
            show: ({ body }) => showForm(c, deps, body.handle),
          }),
        POST: async (c) => {
          const handle = handleOf(c);
          if (!handle.success) return refusedPage(c, deps, problem('profile-not-found'));
          const language = c.req.query('lang');
          const form = await readForm(c, tipFormFields, maxJsonBytes);
          if (!form.ok) return refusedPage(c, deps, form.problem);
          if (!fromOurPage(c, deps)) return refusedPage(c, deps, problem('session-invalid'));
          const sent = await formTip(
            deps,
            handle.output,
            form.value,
            callerOf(c, deps),
            shippedLanguage(language ?? ''),
          );
          if (!sent.ok) return showForm(c, deps, handle.output, { typed: form.value, why: sent.problem });
          if (sent.value.kind === 'agreement')
            return showAgreement(c, deps, handle.output, form.value, sent.value.words);
          c.header('Cache-Control', notCached);
          return c.redirect(sent.value.url, 303);
        },
      },
    },
  ];
}
