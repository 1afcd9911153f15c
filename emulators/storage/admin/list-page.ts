import { wholeNumber } from '../http/request-parts';
import { listObjects } from '../store/list-objects';
import { nameGlob } from '../store/name-glob';
import type { ObjectIndex } from '../store/object-index';
import { adminJson } from './admin-json';

const mostListed = 1000;

const isBefore = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

/** The names in a list request: from `startOffset` to `endOffset` (exclusive), and matching `matchGlob`. */
function askedNames(names: readonly string[], query: URLSearchParams): readonly string[] {
  const [start, end, glob] = [query.get('startOffset'), query.get('endOffset'), query.get('matchGlob')];
  if (!start && !end && glob === null) return names;
  const fits = glob === null ? () => true : nameGlob(glob);
  return names.filter(
    (name) => (!start || !isBefore(name, start)) && (!end || isBefore(name, end)) && fits(name),
  );
}

/** One page of a list. As in the service, an empty list is omitted, and `maxResults=0` returns no items. */
export function listPage(
  index: ObjectIndex,
  bucket: string,
  query: URLSearchParams,
  origin: string,
): Record<string, unknown> {
  const kind = 'storage#objects';
  const most = wholeNumber(query.get('maxResults'), 'maxResults') ?? mostListed;
  if (most === 0) return { kind };
  const { names, prefixes, nextPageToken } = listObjects(askedNames(index.names(bucket), query), {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    maxResults: Math.min(most, mostListed),
    pageToken: query.get('pageToken') ?? undefined,
  });
  const items = names.flatMap((name) => {
    const record = index.find(bucket, name);
    return record === undefined ? [] : [adminJson(record, origin)];
  });
  return {
    kind,
    ...(items.length > 0 && { items }),
    ...(prefixes.length > 0 && { prefixes }),
    nextPageToken,
  };
}
