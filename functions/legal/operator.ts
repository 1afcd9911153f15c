import { settings } from '../settings';
import type { EnvReader } from '../env-reader';

/** Who runs this installation, as the legal pages name them. Addresses are lists of lines; null = not given. */
export interface Operator {
  readonly name: string;
  readonly address: readonly string[];
  readonly email: string;
  /** A URI: `mailto:` or `https:`. */
  readonly securityContact: string;
  readonly authorityEmail: string;
  readonly reportEmail: string;
  /** BCP 47 tags. */
  readonly languages: readonly string[];
  readonly representative: string | null;
  readonly register: string | null;
  readonly vatId: string | null;
  readonly euRepresentative: readonly string[] | null;
  readonly terms: { readonly url: string | null; readonly version: string | null };
  readonly privacyUrl: string | null;
}

const mailAddress = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

const required = settings.filter(({ requiredWhenLive }) => requiredWhenLive === true);

/** The missing settings of the operator, as a text. */
export const missingOperatorSettings = (given: (name: string) => string): readonly string[] =>
  required.map(({ name }) => name).filter((name) => given(name) === '');

/**
 * Reads the operator. With live keys every required setting must be there: nobody may take real money without an imprint. With test keys, either all
 * of them are set or none: an incomplete imprint is a mistake.
 */
export function operatorConfig(read: EnvReader, livemode: boolean): Operator | null {
  const missing = missingOperatorSettings((name) => read.text(name));
  if (missing.length === required.length && !livemode) return null;
  for (const { name, meaning } of required) read.required(name, meaning);

  const mail = (name: string) => {
    const given = read.text(name);
    if (given !== '' && !mailAddress.test(given)) read.fault(`${name} must be an email address.`);
    return given;
  };
  const address = (name: string) => {
    const given = read.text(name);
    if (given === '') return null;
    if (!given.startsWith('https://') || !URL.canParse(given))
      read.fault(`${name} must be an address that starts with https://.`);
    return given;
  };
  const orNull = (name: string) => read.text(name) || null;
  const lines = (name: string) => {
    const given = read.text(name).split(';');
    return given.map((line) => line.trim()).filter(Boolean);
  };
  const euRepresentative = lines('EU_REPRESENTATIVE');
  const version = orNull('TERMS_VERSION');
  if (version !== null && !day.test(version)) read.fault('TERMS_VERSION must be a date such as 2026-01-31.');
  return {
    name: read.text('OPERATOR_NAME'),
    address: lines('OPERATOR_ADDRESS'),
    email: mail('OPERATOR_EMAIL'),
    securityContact: securityContact(read),
    authorityEmail: mail('AUTHORITY_CONTACT'),
    reportEmail: mail('REPORT_EMAIL'),
    languages: languages(read),
    representative: orNull('OPERATOR_REPRESENTATIVE'),
    register: orNull('OPERATOR_REGISTER'),
    vatId: orNull('OPERATOR_VAT_ID'),
    euRepresentative: euRepresentative.length === 0 ? null : euRepresentative,
    terms: { url: address('TERMS_URL'), version },
    privacyUrl: address('PRIVACY_URL'),
  };
}

/** RFC 9116 requires a URI. */
function securityContact(read: EnvReader): string {
  const given = read.text('SECURITY_CONTACT');
  if (given === '' || given.startsWith('https://')) return given;
  if (!mailAddress.test(given))
    read.fault('SECURITY_CONTACT must be an email address, or an address that starts with https://.');
  return `mailto:${given}`;
}

function languages(read: EnvReader): readonly string[] {
  const tags = (read.text('CONTACT_LANGUAGES') || 'en').split(',').map((tag) => tag.trim());
  const known = (tag: string) => /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag);
  if (!tags.every(known)) read.fault('CONTACT_LANGUAGES must be tags such as en, de.');
  return tags.filter(known);
}
