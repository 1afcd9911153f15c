import type { Sandbox } from '../state/sandbox';
import type { Parameters, Branch } from '../wire/parameters';

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
