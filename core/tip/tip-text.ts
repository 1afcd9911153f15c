import { cleanLine, cleanLines, codePointLength } from '../base/clean-text';
import { moderate, type TextVerdict } from './moderation';
import { problem } from '../base/problem';
import { fail, ok, type Result } from '../base/result';
import { tipTextLimits } from './tip';

export type TipTextField = keyof typeof tipTextLimits;
type Given = Readonly<Partial<Record<TipTextField, string | null | undefined>>>;

/** A tip's texts as stored, and whether the fan's texts may be shown at once. */
export interface TipTexts extends Readonly<Record<TipTextField, string | null>> {
  readonly moderation: TextVerdict;
}

const fields = Object.keys(tipTextLimits) as readonly TipTextField[];

/**
 * Cleans the fan's texts (`name`, `message`) and the page's (`for`, `placement`); empty becomes null. Only the message keeps its line
 * breaks. Lengths count code points after cleaning.
 * `blockWords` are the owner's. A text that is too long is refused by its field's name, never cut.
 */
export function tipTexts(given: Given, blockWords: readonly string[] = []): Result<TipTexts> {
  const message = cleanLines(given.message ?? '') || null;
  const cleaned = { name: clean(given.name), message, for: clean(given.for) };
  const texts = { ...cleaned, placement: clean(given.placement) };
  const tooLong = fields.filter((field) => codePointLength(texts[field] ?? '') > tipTextLimits[field]);
  if (tooLong.length > 0) {
    const why = (field: TipTextField) => `Keep this to ${tipTextLimits[field]} characters.`;
    return fail(
      problem('invalid-fields', { fields: Object.fromEntries(tooLong.map((field) => [field, why(field)])) }),
    );
  }
  return ok({ ...texts, moderation: moderate([texts.name, texts.message], blockWords) });
}

function clean(text: string | null | undefined): string | null {
  return cleanLine(text ?? '') || null;
}
