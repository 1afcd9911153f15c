import * as v from 'valibot';
import { ok } from '../base/result';
import { dayOrNone, zoneField } from '../locale/zoned-day';
import { everyTip, longestSearch, stateFilters, type TipFilter } from '../tip/tip-filter';
import { documentType, storedTime, type DocumentType } from '../documents/documents';

/** `csv`: a row for each tip. `bookkeeping`: a table too, with a row for each movement of the balance. `json`: everything. */
export const exportFormats = ['csv', 'bookkeeping', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Between the cells of a table. */
export const separators = ['comma', 'semicolon', 'tab'] as const;
export type Separator = (typeof separators)[number];

export const decimalSigns = ['point', 'comma'] as const;
type DecimalSign = (typeof decimalSigns)[number];

/** The contents and the format of a file of tips. */
export interface ExportChoice extends TipFilter {
  readonly format: ExportFormat;
  /** Only for tables; JSON ignores both. */
  readonly separator: Separator;
  readonly decimal: DecimalSign;
  /** The time zone of the days. */
  readonly zone: string;
}

const atMost = (name: string, length: number) => {
  const refused = `${name} must be a text of at most ${length} characters.`;
  return v.optional(v.pipe(v.string(refused), v.maxLength(length, refused)), '');
};

/** The fields of a choice. Earlier dashboards send only `format`: every tip, with commas and points. */
export const exportChoiceFields = {
  format: v.picklist(exportFormats, 'format must be csv, bookkeeping or json.'),
  separator: v.optional(v.picklist(separators, 'separator must be comma, semicolon or tab.'), 'comma'),
  decimal: v.optional(v.picklist(decimalSigns, 'decimal must be point or comma.'), 'point'),
  zone: v.optional(zoneField, 'UTC'),
  state: v.optional(v.picklist(stateFilters, 'state must be one that the list of tips can show.'), 'all'),
  from: v.optional(dayOrNone('from'), ''),
  until: v.optional(dayOrNone('until'), ''),
  placement: atMost('placement', 300),
  search: atMost('search', longestSearch),
};

/** Every tip, as a table with commas and points, or as JSON with everything else of the owner. */
export const wholeExport = (format: ExportFormat): ExportChoice => ({
  ...everyTip,
  format,
  separator: 'comma',
  decimal: 'point',
  zone: 'UTC',
});

/** Whether no tip is left out. */
export const isWhole = (choice: TipFilter): boolean =>
  (Object.keys(everyTip) as (keyof TipFilter)[]).every((field) => choice[field] === everyTip[field]);

const fields = Object.keys(exportChoiceFields) as (keyof ExportChoice)[];

export const isSameChoice = (one: ExportChoice, other: ExportChoice): boolean =>
  fields.every((field) => one[field] === other[field]);

/** Milliseconds. How long the file of an export can be downloaded. Then the bucket removes it. */
export const exportLifetime = 7 * 24 * 60 * 60_000;

/** Above this number of tips an export is a file that is prepared, not the answer to a request. */
export const mostTipsAtOnce = 2000;

/** `total` null = not counted yet. `retrying`: something failed, and it is tried again by itself. Times in epoch milliseconds. */
export type ExportState =
  | { readonly name: 'running' | 'retrying'; readonly done: number; readonly total: number | null }
  | {
      readonly name: 'ready';
      readonly tips: number;
      /** How many stored tips could not be read, and are missing in the file; absent = none. */
      readonly unreadable?: number;
      /** How many payouts could not be read, and are not named in the file; absent = none. */
      readonly unreadPayouts?: number;
      readonly bytes: number;
      readonly readyAt: number;
      readonly expiresAt: number;
    };

/** `accounts/{uid}/server/export`: the owner's latest export. The server writes it. The owner reads it live, and there is no link in it. */
export interface OwnerExport {
  readonly v: 1;
  /** Part of the file's name. */
  readonly id: string;
  /** The same as in `choice`: dashboards of earlier releases read it here. */
  readonly format: ExportFormat;
  readonly choice: ExportChoice;
  readonly requestedAt: number;
  readonly state: ExportState;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const exported = documentType({
  kind: 'export',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    id: v.string(),
    format: v.picklist(exportFormats),
    // Exports of earlier releases lack it: they had every tip.
    choice: v.optional(v.object(exportChoiceFields)),
    requestedAt: storedTime,
    state: v.variant('name', [
      v.object({ name: v.picklist(['running', 'retrying']), done: count, total: v.nullable(count) }),
      v.object({
        name: v.literal('ready'),
        tips: count,
        unreadable: v.exactOptional(count),
        unreadPayouts: v.exactOptional(count),
        bytes: count,
        readyAt: storedTime,
        expiresAt: storedTime,
      }),
    ]),
  }),
});

export const exportDocument: DocumentType<OwnerExport> = {
  ...exported,
  decode(stored) {
    const decoded = exported.decode(stored);
    if (!decoded.ok) return decoded;
    const { choice = wholeExport(decoded.value.format), ...rest } = decoded.value;
    return ok({ ...rest, choice });
  },
};

/** The tables have the tips only. The whole JSON has everything of the owner. */
const subjects = {
  csv: 'busker-tips',
  bookkeeping: 'busker-bookkeeping',
  json: 'busker-data',
} as const satisfies Record<ExportFormat, string>;

/** The end of a file's name. */
const fileEndings = {
  csv: 'csv',
  bookkeeping: 'csv',
  json: 'json',
} as const satisfies Record<ExportFormat, string>;

/**
 * The name under which an export is saved: what is in it, and the day it was asked for (`at`, epoch milliseconds), in UTC like the times inside. The
 * days of a filter are in it. A search or a fan's name is not: names of files are shown in many places.
 */
export function exportFileName(choice: ExportChoice, at: number): string {
  const asked = new Date(at).toISOString().slice(0, 10);
  return `${isWhole(choice) ? subjects[choice.format] : partName(choice)}-${asked}.${fileEndings[choice.format]}`;
}

function partName({ format, from, until }: ExportChoice): string {
  const days = [from && `from-${from}`, until && `until-${until}`].filter(Boolean);
  const subject = format === 'bookkeeping' ? subjects.bookkeeping : 'busker-tips';
  return days.length === 0 ? 'busker-some-tips' : `${subject}-${days.join('-')}-made`;
}

/** Begins the file of a table. Without it Excel reads UTF-8 as an old code page and garbles "Jörg". */
export const byteOrderMark = '\ufeff';

/** Between the rows of a table. */
export const newline = '\r\n';

export const separatorSigns: Readonly<Record<Separator, string>> = { comma: ',', semicolon: ';', tab: '\t' };

/** The decimal signs of a table as they are written. */
export const decimalMarks = { point: '.', comma: ',' } as const satisfies Record<DecimalSign, string>;

/** Some spreadsheets read an apostrophe only in quotes as the start of a text. */
const isMadeText = (cell: unknown): boolean => typeof cell === 'string' && cell.startsWith("'");

/** How every table for spreadsheets is written: the settings of Papa Parse's `unparse` for rows of cells. */
export const tableFormat = (separator: Separator) => ({
  header: false,
  delimiter: separatorSigns[separator],
  newline,
  quotes: isMadeText,
});
