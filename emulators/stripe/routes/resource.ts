import type { Entities, Sandbox } from '../state/sandbox';
import { listPage, optional, paging, parameters, type Reader } from '../wire/parameters';
import { missingResource } from '../wire/refusal';
import { route, type Route } from './route';

/** The kinds of objects that belong to one account, and that it can list. */
type Owned = {
  [K in keyof Entities]: Entities[K] extends Readonly<{ id: string; account: string; created: number }>
    ? K
    : never;
}[keyof Entities];

/** A parameter of a list, and the objects that it keeps. */
interface Filter<E> {
  readonly read: Reader<unknown>;
  readonly keeps: (entity: E, given: unknown, sandbox: Sandbox) => boolean;
}

/** Keeps the objects that have the given value there. */
export const by = <E>(read: Reader<unknown>, valueOf: (entity: E) => unknown): Filter<E> => ({
  read,
  keeps: (entity, given) => valueOf(entity) === given,
});

export const keeping = <E, T>(
  read: Reader<T>,
  keeps: (entity: E, given: T, sandbox: Sandbox) => boolean,
): Filter<E> => ({ read, keeps: (entity, given, sandbox) => keeps(entity, given as T, sandbox) });

interface Described<K extends Owned> {
  readonly address: `/v1/${string}`;
  /** What "No such …" calls it. */
  readonly called: string;
  /** The parameter that "No such …" names. */
  readonly param: string;
  readonly format: (sandbox: Sandbox, entity: Entities[K]) => object;
  /** Whether an account finds it; it does by default. */
  readonly isThere?: (sandbox: Sandbox, entity: Entities[K]) => boolean;
}

type Given = Readonly<Record<string, unknown>>;

interface ListOptions<E> {
  /** The parameters of its pages, where it lacks some of the usual ones. */
  readonly pages?: Readonly<Partial<typeof paging>>;
  /** Refuses what cannot be asked. */
  readonly check?: (sandbox: Sandbox, account: string, given: Given) => void;
  /** Leaves out what a list does not show unless it is asked for. */
  readonly shows?: (entity: E, given: Given) => boolean;
}

/** What every resource has whose objects are stored: the search for one, its retrieval and its list. */
export function resource<K extends Owned>(kind: K, described: Described<K>) {
  type Entity = Entities[K];
  const { address, called, format, isThere = () => true } = described;

  function find(sandbox: Sandbox, account: string, id: string, param = described.param): Entity {
    const found = sandbox.store.get(kind, id);
    if (found?.account !== account || !isThere(sandbox, found)) throw missingResource(called, id, param);
    return found;
  }

  const retrieve = route('secret', `GET ${address}/:id`, parameters({}), (sandbox, { account, id }) =>
    format(sandbox, find(sandbox, account, id)),
  );

  /** Each filter is a parameter of its name. */
  function list(
    filters: Readonly<Record<string, Filter<Entity>>> = {},
    { pages = paging, check, shows }: ListOptions<Entity> = {},
  ): Route {
    const fields = Object.entries(filters).map(([name, { read }]) => [name, optional(read)] as const);
    const params = parameters({ ...pages, ...Object.fromEntries(fields) });
    return route('secret', `GET ${address}`, params, (sandbox, { account, params: read }) => {
      const given: Given = read;
      check?.(sandbox, account, given);
      const asked = Object.entries(filters).filter(([name]) => given[name] !== undefined);
      const own = sandbox.store
        .all(kind)
        .filter(
          (entity) =>
            entity.account === account &&
            isThere(sandbox, entity) &&
            (shows?.(entity, given) ?? true) &&
            asked.every(([name, { keeps }]) => keeps(entity, given[name], sandbox)),
        );
      return listPage(called, address, own, given, (entity) => format(sandbox, entity));
    });
  }

  return { find, retrieve, list };
}
