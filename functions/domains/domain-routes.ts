import { domainBody } from '@busker/core/domains/domain-api';
import { readDomain } from '@busker/core/domains/own-domain';
import { ok } from '@busker/core/base/result';
import type { Deps } from '../deps';
import { cameThroughHosting } from '../http/client-address';
import { ownerCall, ownerCallWith, type Route } from '../http/routes';
import { mayChangeDomain, mayCheckDomain } from '../limits/limit-rules';
import { stored } from '../store/store';
import { checkDomain, domainOf, giveBackDomain, wantDomain } from './follow-domain';

/** `GET`, `PUT` and `DELETE /v1/me/domain`, and `POST /v1/me/domain/check`: the domain of the owner's page. */
export function domainRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/domain',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', async ({ uid }) => ok(await domainOf(deps, uid))),
        PUT: ownerCallWith(deps, 'current', domainBody, async (owner, { domain }) => {
          const wanted = await wantDomain(deps, owner, domain);
          return wanted.ok ? ok(await domainOf(deps, owner.uid)) : wanted;
        }),
        DELETE: ownerCall(deps, 'current', async (owner) => {
          const allowed = await mayChangeDomain(deps, owner.uid);
          if (!allowed.ok) return allowed;
          const gone = await giveBackDomain(deps, owner);
          return gone.ok ? ok(await domainOf(deps, owner.uid)) : gone;
        }),
      },
    },
    {
      path: '/v1/me/domain/check',
      cors: 'own',
      on: {
        POST: ownerCall(deps, 'signed-in', async ({ uid }) => {
          const allowed = await mayCheckDomain(deps, uid);
          if (!allowed.ok) return allowed;
          await checkDomain(deps, uid);
          return ok(await domainOf(deps, uid));
        }),
      },
    },
  ];
}

/** Milliseconds: however many requests name a host, the store is asked about it this often. Nobody visits a name before it is proved. */
const keptFor = { owners: 10_000, nobodys: 60_000 };
/** Names of each kind that are remembered. Anybody can send any name, which must not push out those of owners. */
const mostNames = 2000;

interface Known {
  readonly until: number;
  readonly uid: Promise<string | null>;
}

/** The host name of a request, which decides whose page it shows. */
interface AskedHost {
  readonly host: string | undefined;
  /** X-Forwarded-Host, which Firebase Hosting writes. Elsewhere a proxy keeps Host, and this could be anybody's. */
  readonly forwarded: string | undefined;
  /** X-Forwarded-For. */
  readonly forwardedFor: string | undefined;
}

/** Finds the owner whose page a host name shows. Names that nobody has proved show nobody's. */
export class DomainHosts {
  private readonly owners = new Map<string, Known>();
  private readonly nobodys = new Map<string, Known>();
  /** The name in PUBLIC_ORIGIN. */
  readonly own: string;

  constructor(private readonly deps: Pick<Deps, 'store' | 'clock' | 'config' | 'customDomains'>) {
    this.own = new URL(deps.config.publicOrigin).hostname;
  }

  /** The uid of the owner; null = it is not the domain of an owner. */
  find({ host, forwarded, forwardedFor }: AskedHost): Promise<string | null> {
    // The function's own address is open to anybody too, with any header.
    const isHostings = this.deps.config.clientAddress.kind === 'hosting' && cameThroughHosting(forwardedFor);
    return this.ownerOf((isHostings ? forwarded : undefined) ?? host ?? '');
  }

  /** The same for a name alone, without a port. */
  async ownerOf(host: string): Promise<string | null> {
    // With a dot at its end it is the same name (RFC 1034, 3.1), and browsers take the same certificate for it. A port may be empty (RFC 3986, 3.2.3).
    const name = host.replace(/:\d*$/, '').replace(/\.$/, '');
    if (this.deps.customDomains === null || name === this.own) return null;
    const domain = readDomain(name);
    // An own domain is requested as it is stored: in lower case, in ASCII.
    if (!domain.ok || domain.value !== name.toLowerCase()) return null;
    const now = this.deps.clock.now();
    const known = [this.owners, this.nobodys].map((names) => names.get(domain.value));
    const fresh = known.find((each) => each !== undefined && each.until > now);
    if (fresh !== undefined) return fresh.uid;
    const uid = this.deps.store.read(stored.provedDomain(domain.value)).then((found) => found?.uid ?? null);
    remember(this.nobodys, domain.value, { until: now + keptFor.nobodys, uid });
    const owner = await uid.catch((error: unknown) => {
      this.nobodys.delete(domain.value);
      throw error;
    });
    this.owners.delete(domain.value);
    if (owner === null) return null;
    this.nobodys.delete(domain.value);
    remember(this.owners, domain.value, { until: now + keptFor.owners, uid });
    return owner;
  }
}

function remember(names: Map<string, Known>, name: string, known: Known): void {
  names.delete(name);
  if (names.size >= mostNames) names.delete(names.keys().next().value ?? '');
  names.set(name, known);
}
