import assert from 'node:assert/strict';
import type { CustomDomains } from './domain-ports';

/** What serves the domains of owners, and a function that lets it issue the certificate of a domain that was added. */
export interface CustomDomainsTarget {
  readonly domains: CustomDomains;
  readonly issue: (domain: string) => void;
}

interface CustomDomainsPromise {
  readonly promise: string;
  readonly holds: (target: CustomDomainsTarget, domain: string) => Promise<void>;
}

const certificate = async ({ domains }: CustomDomainsTarget, domain: string) => {
  const found = await domains.certificate(domain);
  assert.ok(found.ok);
  return found.value;
};

/** The contract of each: in memory, a proxy that asks, and Firebase Hosting. */
export const customDomainsContract: readonly CustomDomainsPromise[] = [
  {
    promise: 'names where a record must lead, without a dot at the end',
    holds: async ({ domains }) => {
      await Promise.resolve();
      assert.match(domains.target.cname, /^[a-z0-9.-]+[a-z0-9]$/);
    },
  },
  {
    promise: 'a domain that nobody added has no certificate',
    holds: async (target, domain) => assert.notEqual(await certificate(target, domain), 'active'),
  },
  {
    promise: 'a domain that was added waits for its certificate, and has it once it is issued',
    holds: async (target, domain) => {
      assert.ok((await target.domains.add(domain)).ok);
      assert.equal(await certificate(target, domain), 'coming');
      target.issue(domain);
      assert.equal(await certificate(target, domain), 'active');
    },
  },
  {
    promise: 'adding it again changes nothing',
    holds: async (target, domain) => {
      assert.ok((await target.domains.add(domain)).ok);
      target.issue(domain);
      assert.ok((await target.domains.add(domain)).ok);
      assert.equal(await certificate(target, domain), 'active');
    },
  },
  {
    promise: 'removing it twice is as removing it once, and it can be added again',
    holds: async (target, domain) => {
      assert.ok((await target.domains.add(domain)).ok);
      assert.ok((await target.domains.remove(domain)).ok);
      assert.ok((await target.domains.remove(domain)).ok);
      assert.ok((await target.domains.add(domain)).ok);
      assert.equal(await certificate(target, domain), 'coming');
    },
  },
];
