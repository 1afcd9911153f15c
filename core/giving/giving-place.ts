import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58xmr, bech32, bech32m, createBase58check } from '@scure/base';
import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { cleanText } from '../text/text';

/** Where fans may give besides tips: pages of other services, and addresses of coins. Busker takes no part in what happens there. */
export const givingNames = {
  paypal: 'PayPal',
  kofi: 'Ko-fi',
  liberapay: 'Liberapay',
  github: 'GitHub Sponsors',
  patreon: 'Patreon',
  bitcoin: 'Bitcoin',
  lightning: 'Lightning',
  ethereum: 'Ethereum',
  monero: 'Monero',
} as const;
export type GivingKind = keyof typeof givingNames;

/** `uri` is written in one way, so that the same place is the same text. */
export interface GivingPlace {
  readonly kind: GivingKind;
  readonly uri: string;
}

/** `checksum`: it has the form of such an address, but a sign of it is wrong. */
type GivingFault = 'unknown' | 'checksum';

/** Pages of a person, in the forms that their services print. `own`: names that the service keeps for pages of its own. */
const pages: readonly (readonly [kind: GivingKind, form: RegExp, start: string, own?: RegExp])[] = [
  ['paypal', /^(?:www\.)?(?:paypal\.me|paypal\.com\/paypalme)\/([a-z\d]{1,20})\/?$/i, 'paypal.me/'],
  [
    'kofi',
    /^(?:www\.)?ko-fi\.com\/(\w{1,50})\/?$/i,
    'ko-fi.com/',
    /^(?:about|account|apps?|blog|careers|contact|discover|donate|explore|features|gold|help|home|login|manage|my|p|post|pricing|privacy|register|s|search|settings|shop|signup|summary|support|terms)$/i,
  ],
  [
    'liberapay',
    /^(?:www\.)?liberapay\.com\/([\w.-]{1,32})\/?(?:donate\/?)?$/i,
    'liberapay.com/',
    /^(?:about|admin|assets|explore|for|log-?in|on|search|settings|sign-?in|sign-?up|.*\.(?:css|html|ico|txt|xml|json|spt))$/i,
  ],
  [
    'github',
    /^(?:www\.)?github\.com\/sponsors\/([a-z\d-]{1,39})\/?$/i,
    'github.com/sponsors/',
    /^(?:accounts|community|dashboard|explore|signup)$/i,
  ],
  [
    'patreon',
    /^(?:www\.)?patreon\.com\/((?:c\/)?\w{1,64})\/?$/i,
    'www.patreon.com/',
    /^(?:about|apps?|bepatron|blog|c|careers|checkout|create|creators|explore|home|join|legal|login|logout|members|messages|notifications|oauth2|policy|posts|press|pricing|privacy|product|search|settings|signup|user)$/i,
  ],
];

/** An offer of Lightning can be far longer than any address. */
const maxPlaceLength = 1000;

/** Null where the package throws: the text is no such code, or its checksum is wrong. */
function decoded(coder: { decode: (text: string) => Uint8Array }, text: string): Uint8Array | null {
  try {
    return coder.decode(text);
  } catch {
    return null;
  }
}

/** An address that begins with 1 or 3 (en.bitcoin.it/wiki/Base58Check_encoding): a version and 20 bytes. */
function isBase58Address(address: string): boolean {
  const bytes = decoded(createBase58check(sha256), address);
  return bytes?.length === 21 && (bytes[0] === 0 || bytes[0] === 5);
}

/** BIP 173 for version 0, BIP 350 for all later ones. */
function isSegwit(address: string): boolean {
  const [plain, mended] = [bech32.decodeUnsafe(address), bech32m.decodeUnsafe(address)];
  const [version = 17, ...words] = (plain ?? mended)?.words ?? [];
  const length = bech32.fromWordsUnsafe(words)?.length ?? 0;
  if (version === 0) return plain !== undefined && (length === 20 || length === 32);
  return version <= 16 && mended !== undefined && length >= 2 && length <= 40;
}

/** A link of LNURL (LUD-01). An invoice (BOLT 11) is none: it can be paid once only. */
function isLnurl(code: string): boolean {
  const { words } = bech32.decodeUnsafe(code, maxPlaceLength) ?? { words: [] };
  const address = new TextDecoder().decode(bech32.fromWordsUnsafe(words) ?? new Uint8Array());
  return /^https:\/\/[\x21-\x7e]+$/.test(address);
}

/** BOLT 12: the letters of bech32, all small or all capital, without a checksum. */
const isOffer = (code: string): boolean =>
  /^lno1[02-9ac-hj-np-z]+$/.test(code) || /^LNO1[02-9AC-HJ-NP-Z]+$/.test(code);

/** LUD-16: a name at a host. */
const lightningName = /^[a-z\d_.+-]{1,64}@(?:[a-z\d-]{1,63}\.)+[a-z]{2,63}$/;

/** EIP-55: the capitals are the checksum. An address without capitals has none. */
function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak256(new TextEncoder().encode(digits));
  const nibble = (at: number): number => (Number(hash[at >> 1]) >> (at % 2 === 0 ? 4 : 0)) & 15;
  return `0x${Array.from(digits, (digit, at) => (nibble(at) > 7 ? digit.toUpperCase() : digit)).join('')}`;
}

const isEthereum = (address: string): boolean =>
  /^0x(?:[^A-F]*|[^a-f]*)$/.test(lower(address.slice(0, 2)) + address.slice(2)) ||
  address.slice(2) === checksummed(address).slice(2);

/** By the first byte: a main address, one with a payment id, a sub-address; each of the main network (docs.getmonero.org/public-address). */
const moneroLengths: Readonly<Record<number, number>> = { 18: 69, 19: 77, 42: 69 };

function isMonero(address: string): boolean {
  const bytes = decoded(base58xmr, address) ?? new Uint8Array();
  const sum = keccak256(bytes.subarray(0, -4));
  return (
    bytes.length === moneroLengths[Number(bytes[0])] &&
    bytes.subarray(-4).every((byte, at) => byte === sum[at])
  );
}

interface Coin {
  readonly kind: GivingKind;
  /** How an address looks at first sight. */
  readonly form: RegExp;
  readonly isRight: (address: string) => boolean;
  /** The one way in which the address is written. */
  readonly plain: (address: string) => string;
}

const same = (address: string): string => address;
const lower = (address: string): string => address.toLowerCase();

const coins: readonly Coin[] = [
  { kind: 'bitcoin', form: /^bc1[a-z\d]{6,87}$/i, isRight: isSegwit, plain: lower },
  { kind: 'bitcoin', form: /^[13][a-z\d]{24,39}$/i, isRight: isBase58Address, plain: same },
  { kind: 'lightning', form: /^lnurl[a-z\d]{10,1000}$/i, isRight: isLnurl, plain: lower },
  { kind: 'lightning', form: /^lno1[a-z\d]{10,1000}$/i, isRight: isOffer, plain: lower },
  { kind: 'ethereum', form: /^0x[a-f\d]{40}$/i, isRight: isEthereum, plain: checksummed },
  { kind: 'monero', form: /^[48][a-z\d]{94}$|^4[a-z\d]{105}$/i, isRight: isMonero, plain: same },
];

/**
 * A place to give by what an owner types: the page of a service, or the address of a coin, alone or as its URI (BIP 21, EIP-681, and the schemes
 * `lightning` and `monero`). Amounts and labels of a URI are left out, because a fan chooses.
 */
export function readGivingPlace(typed: string): GivingPlace | GivingFault {
  const given = typed.trim();
  const page = given.replace(/^https?:\/\//i, '').replace(/[?#].*$/, '');
  // A person without a name there has a number.
  const [, member] = /patreon\.com\/user\/?\?(?:[^#]*&)?u=(\d{1,12})(?:[&#]|$)/i.exec(given) ?? [];
  for (const [kind, form, start, own] of pages) {
    const [, name] = form.exec(page) ?? [];
    if (name === undefined) continue;
    if (own?.test(name) !== true) return { kind, uri: `https://${start}${name}` };
    return member === undefined || lower(name) !== 'user'
      ? 'unknown'
      : { kind, uri: `https://${start}user?u=${member}` };
  }
  const [, scheme = '', bare = ''] =
    /^(?:(bitcoin|lightning|ethereum|monero):(?:\/\/|pay-)?)?([^?#]{1,1000}?)(?:@1)?(?:[?#].*)?$/i.exec(
      given,
    ) ?? [];
  const wanted = scheme.toLowerCase();
  // Only with its scheme: without it, it is an email address.
  if (wanted === 'lightning' && lightningName.test(lower(bare)))
    return { kind: wanted, uri: `lightning:${lower(bare)}` };
  const coin = coins.find(({ kind, form }) => (wanted === '' || wanted === kind) && form.test(bare));
  if (coin === undefined) return 'unknown';
  return coin.isRight(bare) ? { kind: coin.kind, uri: `${coin.kind}:${coin.plain(bare)}` } : 'checksum';
}

const isNot = (wrong: GivingFault) => (typed: string) => readGivingPlace(typed) !== wrong;

/** An entry of a page, kept as it was typed, so that the draft and what is published stay equal. */
export const givingEntry = v.pipe(
  cleanText(maxPlaceLength, { empty: fault('url-missing') }),
  v.check(isNot('unknown'), fault('giving-unknown')),
  v.check(isNot('checksum'), fault('giving-checksum')),
);
