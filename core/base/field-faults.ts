/**
 * The faults of a field, each with an English sentence for developers. People read it in their language (the dashboard's messages). `{max}` = the
 * number, `{word}` = the word that comes with the fault.
 */
export const faultSentences = {
  'text-missing': 'Enter a text.',
  'token-characters':
    'A token has only letters, digits and signs without accents or spaces. Please copy it again.',
  'too-long': 'Keep this to {max} characters.',
  'url-missing': 'Enter a web address.',
  'url-too-long': 'Keep the address under {max} characters.',
  'url-unsafe': 'Use an address that starts with https://, http://, mailto: or tel:.',
  'url-scheme':
    'Addresses that start with {word}: open in one app only, or nowhere. Use the https:// address of the same page.',
  'url-words': 'A web address has no spaces. Write it as example.com/page.',
  'url-local': 'Only you can open this address, on your own computer or network. Use an address on the web.',
  'url-password': 'Leave out the name and password before the @: everyone could read them.',
  'url-no-domain': 'This leads nowhere yet. Write a full address, such as example.com.',
  'phone-country': 'Add the country code, such as +49 170 1234567, so that the number works from everywhere.',
  'label-missing': 'Give the link a name.',
  'name-missing': 'Tell people who you are.',
  'goal-missing': 'Say what the goal is.',
  'word-missing': 'Write a word.',
  'too-many-words': 'Use at most {max} words.',
  'max-below-min': 'The largest tip must not be below the smallest one.',
  'link-unreadable': 'This link cannot be read. Please add it again.',
  'quote-open': 'A quotation mark in this line is not closed.',
  'ends-before-start': 'The end must be later than the start.',
  'site-shape': 'Write the site as https://example.com.',
  'too-many-links': 'Use at most {max} links.',
  'too-many-pictures': 'Use at most {max} links with their own picture.',
  'too-many-sites': 'Use at most {max} sites.',
  'language-missing': 'Choose a language.',
  'handle-missing': 'Choose a handle.',
  'handle-shape': 'Use 3 to 30 letters (a to z), digits or underscores.',
  'handle-reserved': 'This name is reserved. Please choose another one.',
  'icon-unknown': 'Choose an icon from the list.',
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
  'domain-shared': 'Use a domain of your own. Other people have pages under this name.',
  'domain-taken': 'Another page already uses this domain.',
  'giving-unknown':
    'Use the address of your page at PayPal.me, Ko-fi, Liberapay, GitHub Sponsors or Patreon, or a Bitcoin, Lightning, Ethereum or Monero address.',
  'giving-checksum': 'A character of this address is wrong or missing. Copy the whole address again.',
  'page-missing': 'Enter the address of a page.',
  'page-too-long': 'This address is too long.',
  'page-shape': 'Write the address as https://blog.example.com/about.',
  'picture-too-large': 'Keep the picture under 5 MB.',
  'link-picture-too-large': 'Keep a link’s picture under 256 kB.',
  'picture-type': 'Use a JPEG, PNG, WebP, AVIF or GIF picture.',
  'picture-missing': 'The picture was not uploaded. Please upload it again.',
  'publish-first': 'Publish this link first.',
  'handle-to-confirm': 'Write your handle to confirm.',
  'pause-day': 'Choose a day after today, within a year.',
  'tips-missing': 'Choose at least one tip.',
  'too-many-tips': 'Choose at most {max} tips.',
  'placeholder-unknown': 'Nothing can be put in for {word}.',
  'zone-unknown': 'This time zone is not known. Choose another one, such as Europe/Berlin.',
  'entry-missing': 'Add at least one entry.',
  'too-many-entries': 'Use at most {max} entries.',
  'shown-twice': 'Another block shows this already. Choose something else, or remove one of the two.',
  'media-unknown':
    'No player is known for this address. YouTube, Vimeo, Spotify, SoundCloud, Mastodon and PeerTube work, and the address in an embed code of Bandcamp.',
  'day-missing': 'Choose a day.',
  'time-shape': 'Write a time like 20:30.',
  'alt-missing': 'Describe the picture for people who cannot see it.',
  'contact-missing': 'Enter an email address or a phone number.',
  'email-shape': 'Write one email address, such as ada@example.com.',
  other: 'This is not valid. Please check it.',
} as const;

export type FaultCode = keyof typeof faultSentences;

export interface Fault {
  readonly code: FaultCode;
  /** The number in the sentence; null when it has none. */
  readonly max: number | null;
  /** The word in the sentence; null when it has none. */
  readonly word: string | null;
}

const isFaultCode = (given: string): given is FaultCode => Object.hasOwn(faultSentences, given);

/** A fault as one word, `too-long:60` or `url-scheme:sms`. Schemas use it as their message, and `faults` of a problem holds it. */
export const fault = (code: FaultCode, detail: number | string | null = null): string =>
  detail === null ? code : `${code}:${detail}`;

/** Null when the text is not a fault code, but a sentence or a schema's own message. */
export function readFault(given: string): Fault | null {
  const [code = '', detail] = given.split(':');
  if (!isFaultCode(code)) return null;
  if (code === 'url-scheme' || code === 'placeholder-unknown') return { code, max: null, word: detail ?? '' };
  return { code, max: detail === undefined ? null : Number(detail), word: null };
}

/** The English sentence of a fault code. Any other text is returned unchanged. */
export function faultSentence(given: string): string {
  const read = readFault(given);
  if (!read) return given;
  return faultSentences[read.code].replace('{max}', String(read.max)).replace('{word}', String(read.word));
}
