/**
 * What can be wrong with a field, and the English sentence for developers; people read it in their language (the dashboard's messages).
 * `{max}` = the figure that comes with the fault.
 */
export const faultSentences = {
  'text-missing': 'Enter a text.',
  'too-long': 'Keep this to {max} characters.',
  'url-missing': 'Enter a web address.',
  'url-too-long': 'Keep the address under {max} characters.',
  'url-unsafe': 'Use an address that starts with https://, http://, mailto: or tel:.',
  'label-missing': 'Give the link a name.',
  'name-missing': 'Tell people who you are.',
  'goal-missing': 'Say what the goal is.',
  'word-missing': 'Write a word.',
  'too-many-words': 'Keep it to {max} words.',
  'max-below-min': 'The largest tip cannot be below the smallest one.',
  'link-unreadable': 'This link cannot be read. Please add it again.',
  'ends-before-start': 'The end must be later than the start, or the link is never shown.',
  'site-shape': 'Write the site as https://example.com.',
  'too-many-links': 'Keep it to {max} links.',
  'too-many-pictures': 'Keep it to {max} links with a picture of their own.',
  'too-many-sites': 'Keep it to {max} sites.',
  'language-missing': 'Choose a language.',
  'handle-missing': 'Choose a handle.',
  'handle-shape': 'Use 3 to 30 letters (a to z), digits or underscores.',
  'handle-reserved': 'This name is reserved. Please choose another one.',
  'icon-unknown': 'Choose an icon of the list.',
  'colour-shape': 'Use a colour like #0a7d55.',
  'amount-missing': 'Enter an amount.',
  'amount-zero': 'Enter an amount above zero.',
  'amount-too-large': 'This amount is too large.',
  'reason-missing': 'Choose a reason.',
  'country-missing': 'Choose a country.',
  'currency-unknown': 'This currency is not supported.',
  'domain-missing': 'Enter a domain.',
  'domain-too-long': 'This domain is too long.',
  'domain-shape': 'Write the domain as blog.example.com.',
  'domain-refused': 'Stripe does not accept this domain.',
  'page-missing': 'Enter the address of a page.',
  'page-too-long': 'This address is too long.',
  'page-shape': 'Write the address as https://blog.example.com/about.',
  'picture-too-large': 'Keep the picture under 5 MB.',
  'link-picture-too-large': 'Keep a link’s picture under 256 kB.',
  'picture-type': 'Use a JPEG, PNG, WebP, AVIF or GIF picture.',
  'picture-missing': 'The picture did not arrive. Please upload it again.',
  'publish-first': 'Publish this link first.',
  'handle-to-confirm': 'Write your handle to confirm.',
  other: 'This cannot be used as it is. Please look at it again.',
} as const;

export type FaultCode = keyof typeof faultSentences;

export interface Fault {
  readonly code: FaultCode;
  /** The figure of the sentence; null when it has none. */
  readonly max: number | null;
}

const isFaultCode = (given: string): given is FaultCode => Object.hasOwn(faultSentences, given);

/** A fault as one word, `too-long:60`: what schemas give as their message, and what `faults` of a problem holds. */
export const fault = (code: FaultCode, max: number | null = null): string =>
  max === null ? code : `${code}:${max}`;

/** Null when it is none: a sentence, or a schema's own words. */
export function readFault(given: string): Fault | null {
  const [code = '', max] = given.split(':');
  if (!isFaultCode(code)) return null;
  return { code, max: max === undefined ? null : Number(max) };
}

/** In English; what is no fault comes back as it is. */
export function faultSentence(given: string): string {
  const read = readFault(given);
  return read ? faultSentences[read.code].replace('{max}', String(read.max)) : given;
}
