import { isBranch, type Branch } from '../wire/tree';
import type { Exchange } from './recorder';
import type { StripeSchemas } from './stripe-schemas';
import { EVENT_TYPES, eventType, WIRE_TYPES } from './wire-types';

/** `GET /v1/charges/ch_1` matches the route `GET /v1/charges/:id`. */
export function addressOf({ method, path }: Pick<Exchange, 'method' | 'path'>): string | undefined {
  const given = path.split('/');
  return Object.keys(WIRE_TYPES).find((address) => {
    const [verb, pattern = ''] = address.split(' ');
    const wanted = pattern.split('/');
    return (
      verb === method &&
      wanted.length === given.length &&
      wanted.every((part, index) => part.startsWith(':') || part === given[index])
    );
  });
}

function eventIssues(schemas: StripeSchemas, event: unknown): string[] {
  const type = isBranch(event) ? event['type'] : undefined;
  const known = EVENT_TYPES.find((name) => name === type);
  return known ? schemas.answerIssues(eventType(known), event) : [`unknown event ${JSON.stringify(type)}`];
}

const isEventAddress = (address: string) => address.startsWith('GET /v1/events');

function answerIssues(schemas: StripeSchemas, address: string, answer: unknown): string[] {
  if (!isEventAddress(address)) return schemas.answerIssues(WIRE_TYPES[address]?.answer ?? '', answer);
  const data = isBranch(answer) && Array.isArray(answer['data']) ? answer['data'] : [answer];
  return data.flatMap((event) => eventIssues(schemas, event));
}

const withoutExpand = (params: Branch): Branch =>
  Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'expand'));

/** The parts of an accepted request or its answer that Stripe's types do not allow; empty when there are none. */
export function exchangeIssues(schemas: StripeSchemas, exchange: Exchange): string[] {
  const address = addressOf(exchange);
  if (address === undefined) return [`${exchange.method} ${exchange.path} is not an endpoint of Stripe`];
  if (exchange.status >= 400) return [];
  const params = WIRE_TYPES[address]?.params ?? '';
  const asked = schemas.paramIssues(params, structuredClone(withoutExpand(exchange.params)));
  const answered = answerIssues(schemas, address, exchange.answer);
  return [...asked, ...answered].map((issue) => `${address}: ${issue}`);
}
