import { dayAfter, momentsIn } from '../locale/zoned-day';
import { readUrl } from '../text/safe-url';
import { isWeekday } from './block';
import type { PublicBlockOf } from './public-blocks';

const encoder = new TextEncoder();

/**
 * Lines end with CRLF and have at most 75 octets; the rest of a longer one follows after a space, and no character is cut (RFC 5545, 3.1; RFC 6350,
 * 3.2).
 */
function folded(line: string): string {
  let [text, size] = ['', 0];
  for (const character of line) {
    const more = encoder.encode(character).byteLength;
    if (size + more > 75) [text, size] = [`${text}\r\n `, 1];
    text += character;
    size += more;
  }
  return text;
}

const fileOf = (lines: readonly string[]) => lines.map((line) => `${folded(line)}\r\n`).join('');

/** TEXT of RFC 5545, 3.3.11, and RFC 6350, 3.4. A line break that is not escaped would begin a property of its own. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll(/[;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '');

/** A URI is no text: what does not belong into one is percent-encoded. Null = it is none. */
const uri = (address: string): string | null => readUrl(address)?.href ?? null;

const utc = (millis: number): string => new Date(millis).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

interface CalendarOf {
  /** Of the profile; it names the calendar. */
  readonly name: string;
  readonly host: string;
  readonly publishedAt: number;
}

/** The dates of a block as a calendar (RFC 5545). Times are in UTC, so that no time zone has to be described. What repeats every week is left out. */
export function calendarOf(
  { id, label, zone, rows }: PublicBlockOf<'dates'>,
  { name, host, publishedAt }: CalendarOf,
): string {
  const momentOf = momentsIn(zone);
  const events = rows
    .filter(({ day }) => !isWeekday(day))
    .flatMap(({ day, time, ends, title, place, url }) => {
      const date = (each: string) => each.replaceAll('-', '');
      const at = (each: string, clock: string) => utc(momentOf(each, clock));
      const until = ends === '' ? [] : [`DTEND:${at(ends > time ? day : dayAfter(day), ends)}`];
      const when =
        time === ''
          ? [`DTSTART;VALUE=DATE:${date(day)}`, `DTEND;VALUE=DATE:${date(dayAfter(day))}`]
          : [`DTSTART:${at(day, time)}`, ...until];
      const link = url === '' ? null : uri(url);
      return [
        'BEGIN:VEVENT',
        `UID:${id}-${date(day)}-${time.replace(':', '')}-${hashOf(title)}@${host}`,
        `DTSTAMP:${utc(publishedAt)}`,
        ...when,
        `SUMMARY:${escaped(title)}`,
        ...(place === '' ? [] : [`LOCATION:${escaped(place)}`]),
        ...(link === null ? [] : [`URL:${link}`]),
        'END:VEVENT',
      ];
    });
  return fileOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Busker//Dates//EN',
    `X-WR-CALNAME:${escaped(label === '' ? name : `${name}: ${label}`)}`,
    ...events,
    'END:VCALENDAR',
  ]);
}

/** Tells two dates of one time apart, and stays the same while the title does. */
function hashOf(title: string): string {
  let hash = 0;
  for (const byte of encoder.encode(title)) hash = (hash * 31 + byte) % 4_294_967_291;
  return hash.toString(36);
}

/** A contact as a vCard (RFC 6350). */
export function vcardOf(
  { email, phone, place }: PublicBlockOf<'contact'>,
  { name, url }: { readonly name: string; readonly url: string },
): string {
  const page = uri(url);
  return fileOf([
    'BEGIN:VCARD',
    'VERSION:4.0',
    'KIND:individual',
    `FN:${escaped(name)}`,
    ...(email === '' ? [] : [`EMAIL:${escaped(email)}`]),
    ...(phone === '' ? [] : [`TEL;VALUE=uri:${telephone(phone)}`]),
    ...(place === '' ? [] : [`ADR:;;${escaped(place)};;;;`]),
    ...(page === null ? [] : [`URL:${page}`]),
    'END:VCARD',
  ]);
}

/** RFC 3966. The zero of `+49 (0)30` is dialled only within the country; in Italy it is a part of the number. */
export const telephone = (phone: string): string =>
  `tel:+${phone.replace(/^(\+(?!39)\d+\s*)\(\s*0\s*\)/, '$1').replaceAll(/\D/g, '')}`;
