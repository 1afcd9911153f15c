import { checkAddress } from './checks/address';
import { checkCaching, checkMissingFiles } from './checks/caching';
import { checkEmbed } from './checks/embed';
import { checkHeaders } from './checks/headers';
import { checkHealth, checkReadiness } from './checks/health';
import { checkHostShare } from './checks/host-share';
import { checkLegal } from './checks/legal';
import { checkPlatform } from './checks/platform';
import { checkProject } from './checks/project';
import { checkServices } from './checks/services';
import { checkTip } from './checks/tip';
import { checkWebhook } from './checks/webhook';
import { bad, type Finding } from './finding';
import type { Site } from './site';

type Check = (site: Site) => Promise<readonly Finding[]>;

const checks: Readonly<Record<string, Check>> = {
  health: checkHealth,
  readiness: checkReadiness,
  caching: checkCaching,
  'missing files': checkMissingFiles,
  headers: checkHeaders,
  embed: checkEmbed,
  'legal pages': checkLegal,
  services: checkServices,
  'counted address': checkAddress,
  webhook: checkWebhook,
  'host share': checkHostShare,
  platform: checkPlatform,
  project: checkProject,
};

/** Runs the checks one after the other, and reports each finding at once. A check that throws counts as a fault. */
export async function runChecks(
  site: Site,
  { withTip }: { readonly withTip: boolean },
  report: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  for (const [name, check] of Object.entries({ ...checks, ...(withTip ? { 'test tip': checkTip } : {}) })) {
    const found = await check(site).catch((error: unknown) => [
      bad(name, error instanceof Error ? error.message : String(error)),
    ]);
    for (const finding of found) report(finding);
    all.push(...found);
  }
  return all;
}
