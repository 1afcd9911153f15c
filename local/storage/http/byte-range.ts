import { StorageError } from '../storage-error';

export interface ByteRange {
  readonly start: number;
  /** Counts. */
  readonly end: number;
}

/** Reads one `Range` header; several ranges, other units and empty objects give the whole, as RFC 9110 allows. Null = the whole. */
export function parseRange(header: string | undefined, size: number): ByteRange | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (found === null || size === 0) return null;
  const [, from = '', to = ''] = found;
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  if (start >= size || end < start)
    throw new StorageError(416, 'The requested range lies outside.', 'requestedRangeNotSatisfiable');
  return { start, end };
}
