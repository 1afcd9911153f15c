import { invalid } from '../status';
import { parseJson } from '../gateway/http-body';

/** The messages of one POST. They are numbered, so that a repeated POST can be detected. */
export interface ForwardBody {
  readonly headers: ReadonlyMap<string, string>;
  readonly messages: readonly { readonly number: number; readonly json: unknown }[];
}

function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/** `headers=…&count=n&ofs=k&req0___data__=<json>&req1___data__=…`, form-encoded. */
export function parseForwardBody(body: string): ForwardBody {
  const form = new URLSearchParams(body);
  const count = Number(form.get('count') ?? '0');
  const offset = Number(form.get('ofs') ?? '0');
  if (!Number.isInteger(count) || !Number.isInteger(offset) || count < 0 || count > 10_000) {
    throw invalid('Bad forward channel body.');
  }
  const messages = Array.from({ length: count }, (_, i) => {
    const data = form.get(`req${i}___data__`);
    return { number: offset + i, json: data === null ? null : parseJson(data) };
  });
  return { headers: headersOf(form.get('headers') ?? ''), messages };
}
