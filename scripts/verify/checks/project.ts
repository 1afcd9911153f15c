import { indexDifferences } from '../../deploy/steps/judge-indexes';
import { bad, good, judged, skipped, type Finding } from '../finding';
import type { Platform, Site } from '../site';

/** Are all declared indexes ready, and do expired documents disappear? */
async function checkIndexes({ indexes }: Platform): Promise<readonly Finding[]> {
  const found = await indexes.read();
  if (found.state === 'unknown') return [bad('indexes', found.why)];
  const { absent, building } = indexDifferences(indexes.declared, found.value);
  const expiry = absent.filter((name) => name.startsWith('time to live'));
  const others = absent.filter((name) => !expiry.includes(name));
  const faults = [...others.map((name) => `no ${name}`), ...building.map((name) => `not ready: ${name}`)];
  const policies = indexes.declared.fieldOverrides.filter(({ ttl }) => ttl).length;
  return [
    judged(
      'indexes',
      faults.length === 0 ? null : faults.join('; '),
      `${indexes.declared.indexes.length} are ready`,
    ),
    judged(
      'expiry of documents',
      expiry.length === 0 ? null : `not active: ${expiry.join('; ')}`,
      `${policies} policies are active`,
    ),
  ];
}

/** Alerts, log filters, backups and the 30 days of deleted pictures: all that ops/ describes. */
async function checkOps({ ops }: Platform): Promise<readonly Finding[]> {
  if (ops === null) return [skipped('alerts and backups', 'needs the complete settings in .env')];
  const planned = await ops();
  const differing = planned.filter(({ standing }) => standing.kind !== 'same');
  if (differing.length === 0)
    return [good('alerts and backups', `${planned.length} are as ops/ describes them`)];
  return differing.map(({ resource, standing }) =>
    bad(
      resource.id,
      standing.kind === 'unknown' ? standing.why : `${standing.kind}; mend it with npm run ops -- apply`,
    ),
  );
}

/** Checks the parts of the Google project that no request of a visitor shows. */
export async function checkProject(site: Site): Promise<readonly Finding[]> {
  const platform = site.insight?.platform ?? null;
  if (platform === null)
    return [
      skipped(
        'indexes, expiry and alerts',
        site.isLocal ? 'not on this host' : 'needs credentials: --project',
      ),
    ];
  return [...(await checkIndexes(platform)), ...(await checkOps(platform))];
}
