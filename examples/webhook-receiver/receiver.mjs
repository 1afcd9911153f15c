// Receives Busker's webhooks, checks their signature, and prints them. README.md says how to start it.
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const port = Number(process.env.PORT ?? 4300);
const secret = process.env.WEBHOOK_SECRET ?? '';

/** Busker sends at most 20 kB. */
const mostBytes = 64 * 1024;

// A real receiver keeps both in its database, so that they outlive a restart.
const receivedIds = new Set();
const newestRevs = new Map();

/** The body exactly as it was sent: the signature is over these bytes, so it must be read before it is parsed. Null = too large. */
async function rawBody(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Does the work. A receiver with much to do puts the event into a queue here, and answers at once. */
function handle({ type, data }) {
  const { tip } = data;
  if (tip === undefined || tip === null) {
    console.log(type);
    return;
  }
  // Events may arrive in another order than they happened. `rev` grows with each change of a tip.
  if (tip.rev < (newestRevs.get(tip.id) ?? 0)) {
    console.log(`${type}: older than what is known of tip ${tip.id}`);
    return;
  }
  newestRevs.set(tip.id, tip.rev);
  const name = tip.anonymous ? null : tip.name;
  const test = data.livemode ? '' : 'TEST ';
  console.log(`${test}${type}: ${tip.amount_decimal} ${tip.currency} from ${name ?? 'somebody'}`);
}

/** Returns the status that answers the request. */
async function receive(request, webhook) {
  if (request.method !== 'POST') return 405;
  const body = await rawBody(request);
  if (body === null) return 413;
  let event;
  try {
    event = webhook.verify(body, request.headers);
  } catch (error) {
    console.error(`Refused: ${error.message}`);
    return 400;
  }
  const id = request.headers['webhook-id'];
  // Busker sends an event again when the answer was lost. The id stays the same.
  if (receivedIds.has(id)) {
    console.log(`${id}: received before`);
    return 204;
  }
  handle(event);
  receivedIds.add(id);
  return 204;
}

if (secret === '') {
  console.error('Set WEBHOOK_SECRET to the secret that Busker showed when you added the webhook (whsec_…).');
  process.exitCode = 1;
} else {
  const webhook = new Webhook(secret);
  const server = createServer(async (request, response) => {
    response.writeHead(await receive(request, webhook).catch(() => 500)).end();
  });
  server.listen(port, '127.0.0.1', () =>
    console.log(`Receiving at http://127.0.0.1:${server.address().port}/`),
  );
}
