import * as v from 'valibot';
import { currencyCodes, type Currency } from '../money/currency-codes';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';
import type { Tip } from '../tip/tip';

/** `ledger/{uid}`: the records of a deleted account that bookkeeping law requires. They hold no name, message or address. */
export interface Ledger {
  readonly v: 1;
  readonly uid: string;
  readonly handles: readonly string[];
  readonly accountId: string | null;
  readonly deletedAt: number;
}

/** `ledger/{uid}/entries/{tipId}`: one tip's amounts (minor units of `currency`) and Stripe ids. */
export interface LedgerEntry {
  readonly v: 1;
  readonly tipId: string;
  readonly currency: Currency;
  readonly amount: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly accountId: string | null;
  readonly paymentIntentId: string | null;
  readonly chargeId: string | null;
  readonly succeededAt: number | null;
}

const text = v.nullable(v.string());

const ledgerDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    handles: v.array(v.string()),
    accountId: text,
    deletedAt: storedTime,
  }),
};

const entryDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    tipId: v.string(),
    currency: v.picklist(currencyCodes),
    amount: v.number(),
    refunded: v.number(),
    disputed: v.number(),
    accountId: text,
    paymentIntentId: text,
    chargeId: text,
    succeededAt: v.nullable(storedTime),
  }),
};

export function decodeLedger(stored: unknown): Result<Ledger> {
  return decodeStored(ledgerDocument, stored);
}

export function encodeLedger(ledger: Ledger): StoredData {
  return { ...ledger, deletedAt: dateOf(ledger.deletedAt) };
}

export function decodeLedgerEntry(stored: unknown): Result<LedgerEntry> {
  return decodeStored(entryDocument, stored);
}

export function encodeLedgerEntry(entry: LedgerEntry): StoredData {
  return { ...entry, succeededAt: dateOf(entry.succeededAt) };
}

export function ledgerEntryOf(tip: Tip): LedgerEntry {
  return {
    v: 1,
    tipId: tip.tipId,
    currency: tip.currency,
    amount: tip.amount,
    refunded: tip.contrib.refunded,
    disputed: tip.contrib.disputed,
    accountId: tip.stripe.accountId,
    paymentIntentId: tip.stripe.paymentIntentId,
    chargeId: tip.stripe.chargeId,
    succeededAt: tip.payment.succeededAt,
  };
}
