import { deleteBody } from '../../core/api/owner-api';
import type { Deps, Owner } from '../deps';
import { deleteAccount } from './delete-account';
import { exportCsv, exportJson } from '../tips/export-tips';
import { ownerCallWith, ownerOf } from '../http/owner-route';
import { refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { notCached } from '../http/caching';

/** The export and the deletion of an owner's account. */
export function accountRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/delete',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'to-delete', deleteBody, (owner, body) => deleteAccount(deps, owner, body)),
      },
    },
    exportRoute(deps, 'csv', 'text/csv; charset=utf-8', (owner) => exportCsv(deps, owner)),
    exportRoute(deps, 'json', 'application/json', async (owner) =>
      JSON.stringify(await exportJson(deps, owner), null, 2),
    ),
  ];
}

function exportRoute(
  deps: Deps,
  format: 'csv' | 'json',
  type: string,
  write: (owner: Owner) => Promise<string>,
): Route {
  return {
    path: `/v1/me/export.${format}`,
    cors: 'own',
    on: {
      GET: async (c) => {
        const owner = await ownerOf(c, deps, 'current');
        if (!owner.ok) return refuse(c, deps.config, owner.problem);
        const text = await write(owner.value);
        c.header('Cache-Control', notCached);
        c.header('Content-Disposition', `attachment; filename="busker.${format}"`);
        return c.body(text, 200, { 'Content-Type': type });
      },
    },
  };
}
