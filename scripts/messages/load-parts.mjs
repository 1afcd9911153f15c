import { fileURLToPath } from 'node:url';
import { sourceOfEvery } from './card-texts.mjs';

/** For Node alone, as in the browser tests: the parts of message files that the builds make (scripts/rollup/messages.mjs). */
export async function load(url, context, next) {
  const [, folder, group] = /^(file:.+)\/[\w-]+\.json\?every-(\w+)$/.exec(url) ?? [];
  if (group === undefined) return next(url, context);
  const source = `export const texts = ${sourceOfEvery(fileURLToPath(folder), group)};`;
  return { format: 'module', shortCircuit: true, source };
}
