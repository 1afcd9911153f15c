import {
  emptyParameter,
  invalidParameter,
  missingParameter,
  missingResource,
  unknownParameter,
} from './refusal';

/** Decoded request parameters. The leaves of a form are strings; the leaves of a JSON body keep their types. */
export type Tree = string | number | boolean | null | readonly Tree[] | { readonly [key: string]: Tree };
export type Branch = { readonly [key: string]: Tree };

type Growing = { [key: string]: string | Growing };

const keyParts = (key: string): string[] => {
  const head = key.split('[', 1)[0] ?? '';
  const rest = [...key.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '');
  return [head, ...rest];
};

function grow(root: Growing, parts: readonly string[], value: string): void {
  let branch = root;
  parts.forEach((part, depth) => {
    const name = part === '' ? String(Object.keys(branch).length) : part;
    if (depth === parts.length - 1) {
      branch[name] = value;
      return;
    }
    const next = branch[name];
    branch = typeof next === 'object' ? next : (branch[name] = Object.create(null) as Growing);
  });
}

function settle(value: string | Growing): Tree {
  if (typeof value === 'string') return value;
  const names = Object.keys(value);
  const isList = names.length > 0 && names.every((name) => /^\d+$/.test(name));
  if (isList) return names.sort((a, b) => Number(a) - Number(b)).map((name) => settle(value[name] ?? ''));
  return Object.fromEntries(names.map((name) => [name, settle(value[name] ?? '')]));
}

/** Parses `a[b][0]=c` and `a[]=c`, the notations of the SDK and of curl. */
export function parseForm(text: string): Branch {
  const root: Growing = Object.create(null) as Growing;
  for (const [key, value] of new URLSearchParams(text)) grow(root, keyParts(key), value);
  const names = Object.keys(root);
  return Object.fromEntries(names.map((name) => [name, settle(root[name] ?? '')]));
}

export function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses one parameter, or refuses it with Stripe's error message. */
export interface Reader<T> {
  (value: Tree, param: string): T;
  /** Of an object or a list of objects: its parameters, such as `[a]`, `[a][b]`, `[][c]`. */
  readonly inside?: readonly string[];
}

interface Field<T, Needed extends boolean> {
  readonly read: Reader<T>;
  readonly needed: Needed;
}
type Shape = { readonly [name: string]: Field<unknown, boolean> };
type Values<S extends Shape> = {
  readonly [K in keyof S as S[K] extends Field<unknown, true> ? K : never]: S[K] extends Field<
    infer T,
    boolean
  >
    ? T
    : never;
} & {
  readonly [K in keyof S as S[K] extends Field<unknown, true> ? never : K]?: S[K] extends Field<
    infer T,
    boolean
  >
    ? T
    : never;
};

export const required = <T>(read: Reader<T>): Field<T, true> => ({ read, needed: true });
export const optional = <T>(read: Reader<T>): Field<T, false> => ({ read, needed: false });

const show = (value: Tree): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const text =
  (limit = 5000): Reader<string> =>
  (value, param) => {
    if (typeof value !== 'string') throw invalidParameter(param, `Invalid string: ${show(value)}`);
    if (value === '') throw emptyParameter(param);
    if (value.length > limit)
      throw invalidParameter(
        param,
        `Invalid string: ${param} must be at most ${limit} characters`,
        'parameter_invalid_string_too_long',
      );
    return value;
  };

export const webAddress =
  (limit: number): Reader<string> =>
  (value, param) => {
    const url = text(limit)(value, param);
    if (!/^https?:\/\//.test(url) || !URL.canParse(url))
      throw invalidParameter(param, 'Not a valid URL', 'url_invalid');
    return url;
  };

/** `null` or an empty string clears the parameter; the result is null. */
export const unsettable = <T>(read: Reader<T>): Reader<T | null> =>
  withInside(
    (value, param) => (value === '' || value === null ? null : read(value, param)),
    read.inside ?? [],
  );

export const integer =
  (least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): Reader<number> =>
  (value, param) => {
    const isWhole = typeof value === 'string' && /^-?\d{1,15}$/.test(value);
    const number = isWhole ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number))
      throw invalidParameter(param, `Invalid integer: ${show(value)}`, 'parameter_invalid_integer');
    if (number < least)
      throw invalidParameter(
        param,
        `This value must be greater than or equal to ${least}.`,
        'parameter_invalid_integer',
      );
    if (number > most)
      throw invalidParameter(
        param,
        `This value must be less than or equal to ${most}.`,
        'parameter_invalid_integer',
      );
    return number;
  };

export const flag: Reader<boolean> = (value, param) => {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalidParameter(param, `Invalid boolean: ${show(value)}`);
};

export const oneOf =
  <const T extends string>(...values: readonly T[]): Reader<T> =>
  (value, param) => {
    const found = values.find((known) => known === value);
    if (found === undefined)
      throw invalidParameter(param, `Invalid ${param}: must be one of ${values.join(', ')}`);
    return found;
  };

export const list = <T>(read: Reader<T>): Reader<readonly T[]> =>
  withInside(
    (value, param) => {
      if (!Array.isArray(value)) throw invalidParameter(param, `Invalid array`);
      return value.map((item: Tree, index) => read(item, `${param}[${index}]`));
    },
    (read.inside ?? []).map((name) => `[]${name}`),
  );

export const object = <S extends Shape>(shape: S): Reader<Values<S>> =>
  withInside(
    (value, param) => {
      if (!isBranch(value)) throw invalidParameter(param, `Invalid object`);
      return readShape(shape, value, (name) => `${param}[${name}]`);
    },
    namesOf(shape, (name) => `[${name}]`),
  );

const withInside = <T>(read: Reader<T>, inside: readonly string[]): Reader<T> =>
  inside.length === 0 ? read : Object.assign(read, { inside });

const namesOf = (shape: Shape, nameOf: (name: string) => string): readonly string[] =>
  Object.entries(shape).flatMap(([name, { read }]) => [
    nameOf(name),
    ...(read.inside ?? []).map((inner) => `${nameOf(name)}${inner}`),
  ]);

/** Keys and their texts; null means "remove this key". */
export const metadata: Reader<Readonly<Record<string, string | null>>> = (value, param) => {
  if (!isBranch(value)) throw invalidParameter(param, `Invalid object`);
  const names = Object.keys(value);
  if (names.length > 50) throw invalidParameter(param, `Metadata can have at most 50 keys.`);
  return Object.fromEntries(names.map((name) => [name, metadataValue(value[name] ?? '', name, param)]));
};

function metadataValue(value: Tree, name: string, param: string): string | null {
  if (name.length > 40) throw invalidParameter(param, `Metadata keys can be at most 40 characters long.`);
  if (value === '' || value === null) return null;
  if (typeof value === 'object')
    throw invalidParameter(`${param}[${name}]`, `Metadata values must be strings.`);
  if (String(value).length > 500)
    throw invalidParameter(`${param}[${name}]`, `Metadata values can have up to 500 characters.`);
  return String(value);
}

function readShape<S extends Shape>(shape: S, branch: Branch, nameOf: (name: string) => string): Values<S> {
  for (const name of Object.keys(branch))
    if (!Object.hasOwn(shape, name)) throw unknownParameter(nameOf(name));
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    const value = branch[name];
    if (value !== undefined) values[name] = field.read(value, nameOf(name));
    else if (field.needed) throw missingParameter(nameOf(name));
  }
  return values as Values<S>;
}

/** Parses a request's parameters as the endpoint declares them. Any other parameter is refused. */
export interface Parameters<T> {
  /** Nested ones too, such as `a[b]` and `a[][c]`. */
  readonly names: readonly string[];
  readonly read: (branch: Branch) => T;
}

export function parameters<S extends Shape>(shape: S): Parameters<Values<S>> {
  return {
    names: namesOf(shape, (name) => name),
    read: (branch) => readShape(shape, branch, (name) => name),
  };
}

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

const { created: _, ...others } = paging;

/** Those of a list that cannot be asked for a time. */
export const pagesWithoutCreated = others;

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

interface List<T> {
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
