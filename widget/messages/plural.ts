/** Texts by CLDR plural category; `other` is the fallback. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The text for a count, by the language's plural rules. `#` becomes the count in the language's digits. */
export function plural(language: string, count: number, forms: PluralForms): string {
  const form = forms[new Intl.PluralRules(language).select(Math.abs(count))] ?? forms.other;
  return form.replace('#', new Intl.NumberFormat(language).format(count));
}
