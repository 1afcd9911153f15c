/** The countries in the form's list, as ISO 3166 alpha-2 codes. */
const CODES =
  `AE AR AT AU BE BG BR CA CH CL CO CR CY CZ DE DK EE EG ES FI FR GB GR HK HR HU ID IE IL IN IS IT JP KE KR KW LI LT
LU LV MA MT MX MY NG NL NO NZ PE PH PK PL PT RO RS SA SE SG SI SK TH TR TW UA US UY VN ZA`.split(/\s+/);

export interface Country {
  readonly code: string;
  readonly name: string;
}

export function countriesIn(locale: string): Country[] {
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' });
  return CODES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
    a.name.localeCompare(b.name, locale),
  );
}

/** The region of the browser's language, or the United States when the language has no region. */
export function countryOfBrowser(): string {
  for (const language of navigator.languages) {
    const region = regionOf(language);
    if (region !== undefined && CODES.includes(region)) return region;
  }
  return 'US';
}

/** A headless Chromium without a locale names its language `en-US@posix`, which `Intl.Locale` refuses. */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}
