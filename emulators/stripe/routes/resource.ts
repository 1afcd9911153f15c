import type { Entities, Sandbox } from '../state/sandbox';
import {
  listPage,
  optional,
  paging,
  parameters,
  type Reader,
  type Parameters,
  type Branch,
} from '../wire/parameters';
import { missingResource } from '../wire/refusal';

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

type Method = 'GET' | 'POST' | 'DELETE';

/** `secret`: the platform's server; `publishable`: a browser. */
export type Access = 'secret' | 'publishable';

export interface Asked<T> {
  /** The account of the request: the platform, or the account in the Stripe-Account header. */
  readonly account: string;
  /** The `:id` of the path, or '' when the pattern has none. */
  readonly id: string;
  readonly params: T;
}

export interface Route {
  readonly method: Method;
  /** For example `/v1/payment_intents/:id/confirm`. */
  readonly pattern: string;
  readonly access: Access;
  /** The supported parameters, nested ones too. The fidelity tests compare them with the SDK's types. */
  readonly names: readonly string[];
  /** Returns the answer as the API sends it. Runs within a transaction. */
  readonly act: (sandbox: Sandbox, asked: Asked<Branch>) => unknown;
}

export function route<T>(
  access: Access,
  address: `${Method} /${string}`,
  params: Parameters<T>,
  act: (sandbox: Sandbox, asked: Asked<T>) => unknown,
): Route {
  const [method, pattern] = address.split(' ') as [Method, string];
  return {
    method,
    pattern,
    access,
    names: params.names,
    act: (sandbox, asked) => act(sandbox, { ...asked, params: params.read(asked.params) }),
  };
}

function matchPattern(pattern: string, path: string): string | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  let id = '';
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(':')) id = decodeURIComponent(given[index] ?? '');
    else if (part !== given[index]) return null;
  }
  return id;
}

export interface FoundRoute {
  readonly route: Route;
  readonly id: string;
}

export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
  access: Access,
): FoundRoute | null {
  for (const candidate of routes) {
    if (candidate.method !== method || candidate.access !== access) continue;
    const id = matchPattern(candidate.pattern, path);
    if (id !== null) return { route: candidate, id };
  }
  return null;
}
