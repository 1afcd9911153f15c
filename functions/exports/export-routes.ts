import { exportBody } from '../../core/api/leave-api';
import type { ExportFormat } from '../../core/documents/export-document';
import { exportFileName } from '../../core/documents/export-file-name';
import type { Deps } from '../deps';
import { notCached } from '../http/caching';
import { ownerCall, ownerCallWith, ownerOf } from '../http/owner-route';
import { refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { directExport } from './direct-export';
import { typeOfFile } from './file-formats';
import { linkToExport, requestExport } from './request-export';

/** An owner's data as a file: at once, or prepared by a job. */
export function exportRoutes(deps: Deps): readonly Route[] {
  return [
    directRoute(deps, 'csv'),
    directRoute(deps, 'json'),
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

function directRoute(deps: Deps, format: ExportFormat): Route {
  return {
    path: `/v1/me/export.${format}`,
    cors: 'own',
    on: {
      GET: async (c) => {
        const owner = await ownerOf(c, deps, 'current');
        if (!owner.ok) return refuse(c, deps.config, owner.problem);
        const text = await directExport(deps, owner.value, format);
        if (!text.ok) return refuse(c, deps.config, text.problem);
        c.header('Cache-Control', notCached);
        const saveAs = exportFileName(format, deps.clock.now());
        c.header('Content-Disposition', `attachment; filename="${saveAs}"`);
        return c.body(text.value, 200, { 'Content-Type': typeOfFile[format] });
      },
    },
  };
}
