import { bad, judged, type Finding } from '../finding';
import type { Site } from '../site';

const day = 24 * 60 * 60_000;
/** Days. RFC 9116: clients must not use the file after `Expires`. */
const validFor = 30;

function textFault(text: string, now: number): string | null {
  const field = (name: string) => new RegExp(`^${name}: (\\S+)\\r?$`, 'm').exec(text)?.[1];
  if (field('Contact') === undefined) return 'has no Contact';
  const expires = Date.parse(field('Expires') ?? '');
  if (Number.isNaN(expires)) return 'has no Expires';
  return expires - now < validFor * day ? `expires at ${field('Expires')}` : null;
}

/** Checks that the operator's pages exist, and that security.txt is valid for at least a month. */
export async function checkLegal(site: Site): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const name of ['imprint', 'contact', 'terms', 'privacy']) {
    const { status, headers, text } = await site.ask(`/legal/${name}`);
    const elsewhere = status === 302 ? headers.get('location') : null;
    const fault = elsewhere !== null || (status === 200 && text.includes('<h1')) ? null : `status ${status}`;
    findings.push(judged(`legal ${name}`, fault, elsewhere === null ? 'is there' : `leads to ${elsewhere}`));
  }
  const { status, text } = await site.ask('/.well-known/security.txt');
  if (status !== 200)
    return [...findings, bad('security.txt', `status ${status}: set who runs this installation`)];
  return [
    ...findings,
    judged('security.txt', textFault(text, Date.now()), `valid for ${validFor} days and more`),
  ];
}
