import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { domainStates, readDomain, recordChecks, recordTypes, walletStates } from './own-domain';

/** Body of `PUT /v1/me/domain`: a domain on which the owner's page shall be. */
export const domainBody = v.strictObject({
  domain: v.pipe(
    v.string(fault('domain-missing')),
    v.maxLength(2048, fault('domain-too-long')),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const read = readDomain(dataset.value);
      if (read.ok) return read.value;
      addIssue({ message: read.problem });
      return NEVER;
    }),
  ),
});
export type DomainBody = v.InferOutput<typeof domainBody>;

/**
 * The answer of `GET`, `PUT` and `DELETE /v1/me/domain` and of `POST /v1/me/domain/check`. `offered`: whether this host shows pages on domains of their owners.
 * `domain` null = the owner has none. Times in epoch milliseconds.
 */
export const domainAnswer = v.strictObject({
  offered: v.boolean(),
  domain: v.nullable(
    v.strictObject({
      /** In ASCII. */
      name: v.string(),
      state: v.picklist(domainStates),
      /** The page on it. */
      url: v.string(),
      records: v.array(
        v.strictObject({
          type: v.picklist(recordTypes),
          name: v.string(),
          label: v.string(),
          values: v.array(v.string()),
          check: v.picklist(recordChecks),
          seen: v.array(v.string()),
        }),
      ),
      /** Null = the records were not looked up yet. */
      checkedAt: v.nullable(v.number()),
      /** While a record that was right is not: since when, and when the domain is taken back. */
      brokenSince: v.nullable(v.number()),
      endsAt: v.nullable(v.number()),
      /** The permission that the host must give before the certificate can come; null = none is missing. */
      permission: v.nullable(v.string()),
      /** Null = the domain is not live, or its owner's account takes no cards. */
      wallets: v.nullable(v.picklist(walletStates)),
    }),
  ),
});
export type DomainAnswer = v.InferOutput<typeof domainAnswer>;
