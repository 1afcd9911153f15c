import type { ObjectRecord } from './object-record';

/** Changes with the bytes and with the metadata. */
export const etagOf = ({
  generation,
  metageneration,
}: Pick<ObjectRecord, 'generation' | 'metageneration'>): string =>
  Buffer.from(`${generation}/${metageneration}`).toString('base64');
