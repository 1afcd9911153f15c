import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const sha384 = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/**
 * A Hosting deploy replaces everything, but pages have pasted `<version>/busker.js` with its hash: every version that was ever
 * live is fetched from the live site, checked and laid beside the new one. Refuses as soon as one file is missing or altered.
 * @returns {Promise<{ ok: true, versions: string[] } | { ok: false, problem: string }>}
 */
export async function carryVersions({ origin, folder, version, first = false, get = fetch }) {
  const at = (path) => get(`${origin}/embed/${path}`, { redirect: 'error', cache: 'no-store' });
  const problem = (sentence) => ({ ok: false, problem: `${sentence} Nothing was deployed.` });

  const list = await at('versions.json').catch(() => null);
  if (!list?.ok) {
    if (first) return { ok: true, versions: [version] };
    return problem(
      `${origin}/embed/versions.json cannot be read. If nothing is live there yet, add --first.`,
    );
  }
  const { versions } = await list.json();

  // The first manifests do not list the icons. The names are those of this build; an icon that the version never had is not there either.
  async function carryIcons(earlier) {
    for (const name of await readdir(`${folder}/${version}/icons`).catch(() => [])) {
      const fetched = await at(`${earlier}/icons/${name}`).catch(() => null);
      if (fetched?.ok)
        await put(`${folder}/${earlier}/icons/${name}`, Buffer.from(await fetched.arrayBuffer()));
    }
  }

  for (const earlier of versions) {
    const answer = await at(`${earlier}/manifest.json`).catch(() => null);
    if (!answer?.ok) return problem(`The list of files of version ${earlier} is missing at ${origin}.`);
    const text = await answer.text();
    const { integrity, files } = JSON.parse(text);
    if (earlier === version) {
      const mine = JSON.parse(await readFile(`${folder}/${version}/manifest.json`, 'utf8'));
      if (JSON.stringify([mine.integrity, mine.files]) !== JSON.stringify([integrity, files]))
        return problem(`Version ${version} is live with other files: raise the version in package.json.`);
      continue;
    }
    if (files === undefined) await carryIcons(earlier);
    for (const [file, hash] of Object.entries({ ...integrity, ...files })) {
      const fetched = await at(`${earlier}/${file}`).catch(() => null);
      const bytes = fetched?.ok ? Buffer.from(await fetched.arrayBuffer()) : null;
      if (bytes === null || sha384(bytes) !== hash)
        return problem(`${earlier}/${file} is missing or altered at ${origin}.`);
      await put(`${folder}/${earlier}/${file}`, bytes);
    }
    await put(`${folder}/${earlier}/manifest.json`, text);
  }

  const all = [...new Set([...versions, version])];
  const own = JSON.parse(await readFile(`${folder}/versions.json`, 'utf8'));
  await put(`${folder}/versions.json`, `${JSON.stringify({ ...own, versions: all }, null, 2)}\n`);
  return { ok: true, versions: all };
}

async function put(path, content) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
