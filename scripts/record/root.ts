import { join, sep } from 'node:path';

/** The folder of the repository, with a slash at the end. Not by `new URL`: in tests with a document, that is the document's, which Node does not know. */
export const root = join(import.meta.dirname, '../..') + sep;
