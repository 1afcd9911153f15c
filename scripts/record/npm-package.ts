import { npmFiles } from '../npm-package/npm-files';
import type { Json } from './compare';

const files = npmFiles('0.0.0');
const text = (name: string): string => files[name] ?? '';

export const packageManifest = (): Json => JSON.parse(text('package.json')) as Json;
export const customElementsFile = (): Json => JSON.parse(text('custom-elements.json')) as Json;

/** Every file of types, one after the other. */
export const packageTypings = (): string =>
  Object.keys(files)
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => `// ${name}\n${text(name)}`)
    .join('\n');
