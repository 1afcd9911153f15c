import { integer, object, optional, text, type Reader } from './parameters';
import { invalidParameter, missingResource } from './refusal';
import { isBranch } from './tree';

export interface CreatedRange {
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
}

const range = object({
  gt: optional(integer()),
  gte: optional(integer()),
  lt: optional(integer()),
  lte: optional(integer()),
});

/** `created=1` or `created[gte]=1`. */
const createdRange: Reader<CreatedRange> = (value, param) => {
  if (isBranch(value)) return range(value, param);
  const exact = integer()(value, param);
  return { gte: exact, lte: exact };
};

/** The parameters of every v1 list. */
export const paging = {
  created: optional(createdRange),
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  ending_before: optional(text()),
};

export interface Paging {
  readonly created?: CreatedRange;
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
}

interface Listed {
  readonly id: string;
  readonly created: number;
}

const within = (created: number, { gt, gte, lt, lte }: CreatedRange) =>
  (gt === undefined || created > gt) &&
  (gte === undefined || created >= gte) &&
  (lt === undefined || created < lt) &&
  (lte === undefined || created <= lte);

function indexOf(entities: readonly Listed[], id: string, object: string, param: string): number {
  const index = entities.findIndex((entity) => entity.id === id);
  if (index < 0) throw missingResource(object, id, param);
  return index;
}

export interface List<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  readonly url: string;
}

/** Newest first, as in Stripe. `entities` are oldest first and already filtered. */
export function listPage<E extends Listed, T>(
  object: string,
  url: string,
  entities: readonly E[],
  params: Paging,
  format: (entity: E) => T,
): List<T> {
  const limit = params.limit ?? 10;
  const { created } = params;
  if (params.ending_before !== undefined && params.starting_after !== undefined)
    throw invalidParameter(
      'ending_before',
      'You may pass only one of these parameters: ending_before, starting_after.',
      'parameters_exclusive',
    );
  const newestFirst = [...entities].reverse().filter((entity) => !created || within(entity.created, created));
  if (params.ending_before !== undefined) {
    const end = indexOf(newestFirst, params.ending_before, object, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end).map(format), has_more: start > 0, url };
  }
  const after = params.starting_after;
  const start = after === undefined ? 0 : indexOf(newestFirst, after, object, 'starting_after') + 1;
  const page = newestFirst.slice(start, start + limit);
  return { object: 'list', data: page.map(format), has_more: start + limit < newestFirst.length, url };
}
