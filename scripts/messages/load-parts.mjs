import { fileURLToPath, pathToFileURL } from 'node:url';
import { ownFile } from '../own-packages.mjs';
import { sourceOfEvery } from './card-texts.mjs';

/** For Node alone, as in the browser tests: the parts of message files that the builds make (scripts/rollup/messages.mjs). */
export async function resolve(name, context, next) {
  const [, query = ''] = /^@busker\/.+\.json(\?every-\w+)$/.exec(name) ?? [];
  if (query === '') return next(name, context);
  return { url: pathToFileURL(ownFile(name)).href + query, shortCircuit: true };
}

export async function load(url, context, next) {
  const [, folder, group] = /^(file:.+)\/[\w-]+\.json\?every-(\w+)$/.exec(url) ?? [];
  if (group === undefined) return next(url, context);
  const source = `export const texts = ${sourceOfEvery(fileURLToPath(folder), group)};`;
  return { format: 'module', shortCircuit: true, source };
}
