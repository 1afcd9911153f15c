import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { bad, judged, type Finding, type Site } from '../site';

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const list = v.object({ v1: v.string(), versions: v.array(v.string()) });
const hashes = v.record(v.string(), v.string());
const manifest = v.object({ integrity: hashes, files: v.optional(hashes, {}) });

const hashOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
const atOnce = 8;

async function faultOf(site: Site, path: string, hash: string): Promise<string | null> {
  const { status, bytes } = await site.ask(path);
  if (status !== 200) return `${path} answered ${status}`;
  return hashOf(bytes) === hash ? null : `${path} is altered`;
}

async function checkVersion(site: Site, version: string): Promise<Finding> {
  const name = `embed ${version}`;
  const parsed = v.safeParse(manifest, jsonOf((await site.ask(`/embed/${version}/manifest.json`)).text));
  if (!parsed.success) return bad(name, 'its manifest cannot be read');
  const files = Object.entries({ ...parsed.output.integrity, ...parsed.output.files });
  const waiting = [...files];
  const faults: string[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const fault = await faultOf(site, `/embed/${version}/${next[0]}`, next[1]);
      if (fault !== null) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const first = faults[0];
  return judged(
    name,
    first === undefined ? null : `${first}${faults.length > 1 ? ` and ${faults.length - 1} more` : ''}`,
    `${files.length} files with the hashes of its manifest`,
  );
}

/** Checks that every published version is complete. */
export async function checkEmbed(site: Site): Promise<readonly Finding[]> {
  const parsed = v.safeParse(list, jsonOf((await site.ask('/embed/versions.json')).text));
  if (!parsed.success) return [bad('embed', '/embed/versions.json cannot be read')];
  const findings = [
    judged(
      'embed v1',
      await faultOf(site, '/embed/v1.js', parsed.output.v1),
      'has the hash of versions.json',
    ),
  ];
  for (const version of parsed.output.versions) findings.push(await checkVersion(site, version));
  return findings;
}
