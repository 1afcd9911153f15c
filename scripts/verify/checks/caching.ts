import * as v from 'valibot';
import { fileRows, isAsLong, missingRows, pageRows, profileRows, type CachingRow } from '../caching-table';
import { bad, good, judged, onlyAnEdge, skipped, type Finding } from '../finding';
import type { Answer, Site } from '../site';
import { jsonOf } from './health';

const versions = v.object({ current: v.string() });

/** Checks that the second response of an address comes from the edge, if the edge may cache it. */
function edgeFault(keeps: string, { headers }: Answer): string | null {
  const cache = headers.get('x-cache') ?? 'no x-cache';
  const isHit = /HIT/i.test(cache);
  const mayKeep = /s-maxage=[1-9]/.test(keeps) || /max-age=[1-9]/.test(keeps);
  if (keeps.startsWith('private') && isHit) return `the edge keeps it: ${cache}`;
  if (mayKeep && !isHit) return `the edge does not keep it: ${cache}, age ${headers.get('age') ?? 'none'}`;
  return null;
}

async function checkRow(site: Site, { path, status, keeps }: CachingRow): Promise<Finding> {
  const name = `caching of ${path}`;
  const first = await site.ask(path);
  const second = await site.ask(path);
  // An operator may have written their own terms.
  if (first.status === 302 && path.startsWith('/legal/')) return good(name, 'leads to a page of its own');
  for (const { status: is, headers } of [first, second]) {
    if (is !== status) return bad(name, `status ${is}, not ${status}`);
    const kept = headers.get('cache-control');
    if (!isAsLong(kept ?? '', keeps)) return bad(name, `${kept}, not ${keeps}`);
  }
  return judged(name, site.isLocal ? null : edgeFault(keeps, second), keeps);
}

/** Checks every row of the table with two requests. */
export async function checkCaching(site: Site): Promise<readonly Finding[]> {
  const list = v.safeParse(versions, jsonOf((await site.ask('/embed/versions.json')).text));
  const [asset] = /\/assets\/[^"]+\.js/.exec((await site.ask('/')).text) ?? [];
  const files = list.success && asset !== undefined ? fileRows({ version: list.output.current, asset }) : [];
  const findings: Finding[] = [];
  if (files.length === 0)
    findings.push(bad('caching of files', 'no embed version or no script on the first page'));
  const profile = site.handle === null ? [] : profileRows(site.handle);
  if (site.handle === null)
    findings.push(skipped('caching of profiles', 'name a published profile: --handle'));
  for (const row of [...files, ...profile, ...pageRows, ...missingRows])
    findings.push(await checkRow(site, row));
  return [...findings, site.isLocal ? skipped('edge cache', onlyAnEdge) : good('edge cache', 'asked twice')];
}

const missing = ['/embed/9.9.9/missing.js', '/assets/missing-00000000.js', `/img/${'0'.repeat(64)}`];

/** A response that a script or a picture is missing may not be cached for long, because the next deploy may add the file. */
export async function checkMissingFiles(site: Site): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const path of missing) {
    const { status, headers } = await site.ask(path);
    const keeps = headers.get('cache-control') ?? 'nothing said';
    const seconds = Number(/(?:^|[ ,])(?:s-)?max-age=(\d+)/.exec(keeps)?.[1] ?? 0);
    const fault =
      status === 404 ? (seconds > 600 ? `kept as missing: ${keeps}` : null) : `status ${status}, not 404`;
    findings.push(judged(`missing ${path.slice(0, 24)}`, fault, `404, ${keeps}`));
  }
  for (const path of ['/nothing-is-here', '/wp-login.php', '/tipsy']) {
    const { status } = await site.ask(path);
    findings.push(judged(`unknown ${path}`, status === 404 ? null : `status ${status}, not 404`, '404'));
  }
  return findings;
}
