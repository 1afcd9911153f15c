import * as v from 'valibot';
import { documentType, storedTime, type DocumentOf } from '../documents/documents';
import { domainStates, domainWarnings, walletStates, type SeenRecords } from './own-domain';

const texts = v.array(v.string());

const seenRecords: v.GenericSchema<unknown, SeenRecords> = v.object({
  cname: v.nullable(v.string()),
  a: texts,
  aaaa: texts,
  text: texts,
  proof: texts,
});

/** `ownDomains/{uid}`: the domain that an owner wants for their page, and how far it has come. Only the functions read and write it. */
export type OwnDomain = DocumentOf<typeof ownDomainDocument>;

export const ownDomainDocument = documentType({
  kind: 'own-domain',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    /** In ASCII. */
    domain: v.string(),
    zone: v.string(),
    token: v.string(),
    askedAt: storedTime,
    state: v.picklist(domainStates),
    provedAt: v.nullable(storedTime),
    liveAt: v.nullable(storedTime),
    brokenSince: v.nullable(storedTime),
    warned: v.picklist(domainWarnings),
    warnedAt: v.optional(v.nullable(storedTime), null),
    /** What the name server answered last; null = it was not asked yet. */
    seen: v.nullable(seenRecords),
    /** Since when its name servers have not answered; null = they did at the last look, or nobody has proved it. */
    silentSince: v.optional(v.nullable(storedTime), null),
    checkedAt: v.nullable(storedTime),
    /** The permission that the host must give before the certificate can come; null = none is missing. */
    permission: v.nullable(v.string()),
    /** Wallets on the domain, with which account, and since when. Null = it is not live, or its owner's account takes no cards. */
    wallets: v.optional(
      v.nullable(
        v.object({ account: v.nullable(v.string()), state: v.picklist(walletStates), at: storedTime }),
      ),
      null,
    ),
  }),
});

/** `provedDomains/{domain}`: whose page a domain shows. Who has proved it first has it, until they give it back or its record is gone for two weeks. */
export type ProvedDomain = DocumentOf<typeof provedDomainDocument>;

export const provedDomainDocument = documentType({
  kind: 'proved-domain',
  version: 1,
  schema: v.object({ v: v.literal(1), domain: v.string(), uid: v.string(), provedAt: storedTime }),
});
