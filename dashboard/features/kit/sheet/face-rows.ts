import { directionOf } from '../../../messages/language';
import { directionOfText, fitText, type FittedText } from './fit-text';
import type { SheetContent } from './sheet-content';
import { sheetWords } from './sheet-words';

/** The largest sizes on a face, in millimetres. */
export interface FaceSizes {
  readonly padding: number;
  readonly name: number;
  readonly line: number;
  readonly scan: number;
  /** The side of the code without its quiet zone. */
  readonly code: number;
  readonly address: number;
  readonly amounts: number;
  readonly easy: number;
}

export interface TextRow {
  readonly key: string;
  readonly fitted: FittedText;
  readonly bold: boolean;
  readonly direction: 'ltr' | 'rtl';
  /** BCP 47; undefined = the owner's words. */
  readonly language?: string;
}

export interface FaceRows {
  readonly name: TextRow;
  readonly above: readonly TextRow[];
  readonly below: readonly TextRow[];
}

export const lineHeight = 1.2;
export const heightOf = ({ fitted }: TextRow): number => fitted.lines.length * fitted.size * lineHeight;

/** The texts of a face: who, the owner's words, and how in each language above the code; where, how much and why it is easy below it. */
export function faceRows(content: SheetContent, sizes: FaceSizes, width: number, factor: number): FaceRows {
  const { name, line, languages, address, amounts } = content;
  const fit = (text: string, most: number, maxLines: number) =>
    fitText(text, { width, most: most * factor, maxLines });
  const own = (key: string, text: string, most: number, maxLines: number, bold: boolean): TextRow => ({
    key,
    fitted: fit(text, most, maxLines),
    bold,
    direction: directionOfText(text),
  });
  const words = (part: 'scan' | 'easy', most: (at: number) => number, bold: boolean) =>
    languages.map((language, at): TextRow => ({
      key: `${part} ${language}`,
      fitted: fit(sheetWords[language][part], most(at), 1),
      bold,
      direction: directionOf(language),
      language,
    }));
  return {
    name: own('name', name, sizes.name, 2, true),
    above: [
      ...(line === '' ? [] : [own('line', line, sizes.line, 3, false)]),
      ...words('scan', (at) => (at === 0 ? sizes.scan : sizes.scan * 0.75), true),
    ],
    below: [
      own('address', address, sizes.address, 1, true),
      ...(amounts.length === 0 ? [] : [own('amounts', amounts.join(' · '), sizes.amounts, 2, false)]),
      ...words('easy', () => sizes.easy, false),
    ],
  };
}
