import { exportBody } from '../../core/api/owner-api';
import { wholeExport, type ExportChoice, type ExportFormat } from '../../core/documents/export-choice';
import { exportFileName } from '../../core/documents/export-file-name';
import type { Context } from 'hono';
import type { Deps, Owner } from '../deps';
import { notCached } from '../http/caching';
import { ownerCall, ownerCallWith, ownerOf } from '../http/owner-route';
import { readJson } from '../http/read-body';
import { refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { directExport } from './direct-export';
import { typeOfFile } from './file-formats';
import { linkToExport, requestExport } from './request-export';

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
