import { nothingSeen as nothing, type SeenRecords } from '@busker/core/domains/own-domain';
import { fail, ok, type Result } from '@busker/core/base/result';
import type { CustomDomains, Dns, DomainsFailure } from '../domains/domain-ports';

/** Name servers whose records a test sets. */
export class InMemoryDns implements Dns {
  isAway = false;
  /** Domains whose own name servers do not answer. */
  readonly silent = new Set<string>();
  private readonly zones = new Map<string, SeenRecords>([
    ['busker.test', { ...nothing, a: ['192.0.2.10'], aaaa: ['2001:db8::10'] }],
  ]);

  /** Sets some records of a name, and leaves the others. */
  set(domain: string, records: Partial<SeenRecords>): void {
    this.zones.set(domain, { ...(this.zones.get(domain) ?? nothing), ...records });
  }
  records(domain: string): Promise<SeenRecords | null> {
    return Promise.resolve(
      this.isAway || this.silent.has(domain) ? null : (this.zones.get(domain) ?? nothing),
    );
  }
  addresses(name: string): Promise<Pick<SeenRecords, 'a' | 'aaaa'> | null> {
    return this.records(name);
  }
}

/** A service for certificates: a test says when they are issued. */
export class InMemoryCustomDomains implements CustomDomains {
  readonly target = { cname: 'busker.test', apexText: null };
  readonly added = new Set<string>();
  readonly issued = new Set<string>();
  /** The failure of every call; null = it works. */
  failure: DomainsFailure | null = null;

  private answer<T>(work: () => T): Promise<Result<T, DomainsFailure>> {
    return Promise.resolve(this.failure === null ? ok(work()) : fail(this.failure));
  }
  add(domain: string): Promise<Result<null, DomainsFailure>> {
    return this.answer(() => {
      this.added.add(domain);
      return null;
    });
  }
  certificate(domain: string): Promise<Result<'none' | 'coming' | 'active', DomainsFailure>> {
    return this.answer(() => {
      if (!this.added.has(domain)) return 'none';
      return this.issued.has(domain) ? 'active' : 'coming';
    });
  }
  remove(domain: string): Promise<Result<null, DomainsFailure>> {
    return this.answer(() => {
      this.added.delete(domain);
      this.issued.delete(domain);
      return null;
    });
  }
}
