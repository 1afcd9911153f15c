import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, isData, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * `accounts/{uid}`: the owner's private preferences, written by the dashboard. The dashboard, exports, letters and the sweep that erases fans' texts
 * read them.
 */
export interface AccountPreferences {
  readonly v: 1;
  /** BCP 47 tag of the dashboard; `auto` = the browser's; empty = never chosen, so each device keeps its own. */
  readonly language: string;
  /** IANA name of the zone in which the owner's days begin; `auto` = the browser's. */
  readonly timeZone: string;
  /** How long tips keep their name and message, for bookkeeping: 1 to 10 years. Then both are erased. */
  readonly keepTipsYears: number;
  /** The owner has hidden the list of first steps. */
  readonly setUpHidden: boolean;
  /** The owner has hidden the card that offers notifications. */
  readonly tellMeHidden: boolean;
  /** Whose the yearly statement is, as the owner's tax office knows them. Each may be empty. Printed on the statement alone, never public. */
  readonly statementName: string;
  /** With line breaks. */
  readonly statementAddress: string;
  readonly taxNumber: string;
  readonly updatedAt: number;
}

/** The texts on top of an owner's statement. */
export type StatementOwner = Pick<AccountPreferences, 'statementName' | 'statementAddress' | 'taxNumber'>;

/** In code points, as the rules of the store count. */
export const statementLimits = {
  statementName: 120,
  statementAddress: 400,
  taxNumber: 60,
} as const satisfies Record<keyof StatementOwner, number>;

export const defaultPreferences: AccountPreferences = {
  v: 1,
  language: '',
  timeZone: 'auto',
  keepTipsYears: 7,
  setUpHidden: false,
  tellMeHidden: false,
  statementName: '',
  statementAddress: '',
  taxNumber: '',
  updatedAt: 0,
};

const { language, timeZone, keepTipsYears, setUpHidden, tellMeHidden } = defaultPreferences;

const accountDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    language: v.fallback(v.string(), language),
    timeZone: v.fallback(v.string(), timeZone),
    keepTipsYears: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)), keepTipsYears),
    setUpHidden: v.fallback(v.boolean(), setUpHidden),
    tellMeHidden: v.fallback(v.boolean(), tellMeHidden),
    statementName: v.fallback(v.string(), ''),
    statementAddress: v.fallback(v.string(), ''),
    taxNumber: v.fallback(v.string(), ''),
    updatedAt: v.fallback(storedTime, 0),
  }),
};

/** An unusable field reads as its default. */
export function decodePreferences(stored: unknown): Result<AccountPreferences> {
  return decodeStored(accountDocument, isData(stored) ? { ...defaultPreferences, ...stored } : stored);
}

export function encodePreferences(preferences: AccountPreferences): StoredData {
  return { ...preferences, updatedAt: dateOf(preferences.updatedAt) };
}
