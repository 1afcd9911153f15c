import type { Context } from 'hono';
import { exportBody } from '@busker/core/dashboard-api/owner-api';
import { problem, fail, ok, type Result } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import {
  isWhole,
  wholeExport,
  mostTipsAtOnce,
  exportFileName,
  type ExportChoice,
  type ExportFormat,
} from '@busker/core/account/export-document';
import type { Deps, Owner } from '../deps';
import { notCached, refuse, ownerCall, ownerCallWith, ownerOf, readJson, type Route } from '../http/routes';
import { exportFees, exportHead, exportPayouts, followPayouts } from './export-head';
import { chosenBy, typeOfFile, writerOf } from './file-formats';
import { linkToExport, requestExport } from './export-work';
import { tipPages } from './tip-pages';

/** How many tips an answer looks through. They are not in memory together. */
const mostTipsRead = 20_000;

/** How often an answer asks Stripe about payouts, five at once. A year of weekly ones is 53. */
const mostRequests = 60;

const tooLarge = (tips: number) => fail(problem('export-too-large', { figures: { tips } }));

/** The export as one text, unless it has more than `most` tips. */
export async function exportText(
  deps: Pick<Deps, 'store' | 'log' | 'config' | 'payouts' | 'clock' | 'limits'>,
  owner: Pick<Owner, 'uid' | 'email'>,
  choice: ExportChoice,
  most = Infinity,
): Promise<Result<string>> {
  const known = await followPayouts(deps, owner.uid, choice, mostRequests);
  if (!known.ok) return known;
  // A file that is prepared waits for the rest of the payouts, or says what is missing.
  if (known.value.kind === 'more' || known.value.unread > 0) return tooLarge(0);
  const read = { readAt: deps.clock.now(), unreadUntil: null };
  const writer = writerOf(choice, await exportPayouts(deps, owner.uid, choice, read));
  const isChosen = chosenBy(choice);
  const about = await exportHead(deps, owner, choice);
  const parts = [writer.head(about, await exportFees(deps, owner.uid, choice))];
  let tips = 0;
  let unreadable = 0;
  for await (const page of tipPages(deps, owner.uid, null)) {
    const chosen = page.tips.filter(isChosen);
    unreadable += page.unreadable;
    parts.push(writer.page(chosen, tips));
    tips += chosen.length;
    if (tips > most) return tooLarge(tips);
  }
  return ok([...parts, writer.foot({ tips, unreadable })].join(''));
}

/** The same for an answer, unless the tips are too many for the memory or the time of a server that answers. */
async function directExport(
  deps: Pick<Deps, 'store' | 'log' | 'config' | 'payouts' | 'clock' | 'limits'>,
  owner: Owner,
  choice: ExportChoice,
): Promise<Result<string>> {
  const tips = (await deps.store.sum({ from: paths.tips(owner.uid) }, [])).count;
  if (tips > (isWhole(choice) ? mostTipsAtOnce : mostTipsRead)) return tooLarge(tips);
  return exportText(deps, owner, choice, mostTipsAtOnce);
}

/** An owner's data as a file: at once, or prepared by a job. Everything about them and their fans leaves the server, so each needs a recent sign-in. */
export function exportRoutes(deps: Deps): readonly Route[] {
  return [
    wholeRoute(deps, 'csv'),
    wholeRoute(deps, 'json'),
    {
      path: '/v1/me/export',
      cors: 'own',
      // The choice is not in the address, since logs have addresses and a search can be a fan's name.
      on: {
        POST: (c) =>
          withOwner(deps, c, async (owner) => {
            const choice = await readJson(c, exportBody);
            return choice.ok
              ? answerFile(deps, c, owner, choice.value)
              : refuse(c, deps.config, choice.problem);
          }),
      },
    },
    {
      path: '/v1/me/exports',
      cors: 'own',
      on: {
        POST: ownerCallWith(
          deps,
          'fresh',
          exportBody,
          (owner, body) => requestExport(deps, owner, body),
          202,
        ),
      },
    },
    {
      path: '/v1/me/exports/link',
      cors: 'own',
      on: { POST: ownerCall(deps, 'fresh', (owner) => linkToExport(deps, owner)) },
    },
  ];
}

/** All tips, or everything of the owner. */
function wholeRoute(deps: Deps, format: Exclude<ExportFormat, 'bookkeeping'>): Route {
  return {
    path: `/v1/me/export.${format}`,
    cors: 'own',
    on: { GET: (c) => withOwner(deps, c, (owner) => answerFile(deps, c, owner, wholeExport(format))) },
  };
}

async function withOwner(deps: Deps, c: Context, act: (owner: Owner) => Promise<Response>) {
  const owner = await ownerOf(c, deps, 'fresh');
  return owner.ok ? act(owner.value) : refuse(c, deps.config, owner.problem);
}

async function answerFile(deps: Deps, c: Context, owner: Owner, choice: ExportChoice): Promise<Response> {
  const text = await directExport(deps, owner, choice);
  if (!text.ok) return refuse(c, deps.config, text.problem);
  c.header('Cache-Control', notCached);
  c.header('Content-Disposition', `attachment; filename="${exportFileName(choice, deps.clock.now())}"`);
  return c.body(text.value, 200, { 'Content-Type': typeOfFile[choice.format] });
}
