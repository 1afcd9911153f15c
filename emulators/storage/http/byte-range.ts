import { OutsideRangeError } from '../storage-error';

export interface ByteRange {
  readonly start: number;
  /** The number of bytes. */
  readonly end: number;
}

/**
 * Parses one `Range` header. Several ranges or other units return the whole object, as RFC 9110 allows. Null means
 * the whole object. An empty object has no first byte, so every range is outside, also `bytes=0-`, as in the service.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (found === null) return null;
  const [range, from = '', to = ''] = found;
  if (from === '' && to === '') return null;
  if (from === '' && size === 0 && Number(to) > 0) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  if (start >= size || end < start) throw new OutsideRangeError(range, size);
  return { start, end };
}
