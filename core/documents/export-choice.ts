import * as v from 'valibot';
import { dayOrNone, zoneField } from '../base/zoned-day';
import { everyTip, longestSearch, stateFilters, type TipFilter } from '../tip/tip-filter';

/** `csv`: a row for each tip. `bookkeeping`: a table too, with a row for each movement of the balance. `json`: everything. */
export const exportFormats = ['csv', 'bookkeeping', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Between the cells of a table. */
export const separators = ['comma', 'semicolon', 'tab'] as const;
export type Separator = (typeof separators)[number];

export const decimalSigns = ['point', 'comma'] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** What a file of tips has, and how it is written. */
export interface ExportChoice extends TipFilter {
  readonly format: ExportFormat;
  /** Of a table; JSON ignores both. */
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
