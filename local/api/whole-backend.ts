import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { readKeys } from '../keys';
import { freePorts, type Ports } from '../ports';
import { startBusker, type Busker } from '../start';

const page = 'https://blog.example';
const adaAccount = 'acct_sandboxada';

const keptMails = v.array(
  v.looseObject({
    to: v.string(),
    subject: v.string(),
    text: v.string(),
    headers: v.array(v.tuple([v.string(), v.string()])),
  }),
);
export type ArrivedMail = v.InferOutput<typeof keptMails>[number];

const portsOf = (addresses: Busker['addresses']): Ports => {
  const port = (url: string) => Number(new URL(url).port);
  return {
    app: port(addresses.app),
    examples: port(addresses.examples),
    auth: port(addresses.auth),
    firestore: port(addresses.firestore),
    storage: port(addresses.storage),
    stripe: port(addresses.stripe),
    mail: port(addresses.mail),
    push: port(addresses.push),
  };
};

interface Fan {
  readonly name: string;
  readonly message: string;
}

export type WholeBackend = Awaited<ReturnType<typeof openWholeBackend>>;

/** All that `npm start` runs, in this process and on free ports, asked by HTTP alone. `restart` starts it again on its state and its ports. */
export async function openWholeBackend() {
  const stateDir = await mkdtemp(join(tmpdir(), 'busker-whole-'));
  const lines: string[] = [];
  const quiet = { stateDir, log: () => undefined, logLine: (line: string) => void lines.push(line) };
  let busker = await startBusker({ ...quiet, ports: freePorts });
  const ports = portsOf(busker.addresses);
  const { stripeSecretKey, stripePublishableKey } = await readKeys(join(stateDir, 'keys.json'));

  const ask = async (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  };
  const call = <S extends v.GenericSchema>(
    schema: S,
    ...[method, path, body, token]: [method: string, path: string, body?: unknown, token?: string]
  ): Promise<v.InferOutput<S>> =>
    ask(
      method,
      busker.addresses.app + path,
      body,
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    ).then((json) => v.parse(schema, json));
  /** A call of a card on the fan's page. */
  const fanCall = <S extends v.GenericSchema>(
    schema: S,
    path: string,
    body: unknown,
  ): Promise<v.InferOutput<S>> =>
    ask('POST', busker.addresses.app + path, body, { origin: page }).then((json) => v.parse(schema, json));

  /** A fan's tip of five dollars, and what confirms its payment by card. */
  async function newTip(fan: Fan) {
    const { session } = await fanCall(v.object({ session: v.string() }), '/v1/tip-sessions', {
      handle: 'ada',
    });
    const { tipId, tipToken, clientSecret } = await fanCall(
      v.object({ tipId: v.string(), tipToken: v.string(), clientSecret: v.string() }),
      '/v1/tips',
      {
        handle: 'ada',
        tipAmount: 500,
        coverCosts: false,
        total: 500,
        currency: 'usd',
        clientRequestId: randomUUID(),
        session,
        surface: 'elements',
        ...fan,
      },
    );
    const pay = async () => {
      const [intent = ''] = clientSecret.split('_secret_');
      const paid = await fetch(`${busker.addresses.stripe}/v1/payment_intents/${intent}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stripeSecretKey}`, 'stripe-account': adaAccount },
        body: new URLSearchParams({ payment_method: 'pm_card_visa', return_url: page }),
      });
      if (!paid.ok) throw new Error(`Not paid: ${paid.status} ${await paid.text()}`);
    };
    return { tipId, tipToken, pay };
  }

  return {
    lines,
    call,
    app: () => busker.addresses.app,
    addresses: () => busker.addresses,
    fanCall,
    publishableKey: stripePublishableKey,
    /** A token of Ada, who has just signed in. */
    async signIn(): Promise<string> {
      const url = `${busker.addresses.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`;
      const json = await ask('POST', url, {
        email: 'ada@example.com',
        password: 'busker-demo',
        returnSecureToken: true,
      });
      return v.parse(v.object({ idToken: v.string() }), json).idToken;
    },
    mails: () => call(keptMails, 'GET', '/__post/mails'),
    faults: (fault: object) => call(v.unknown(), 'POST', '/__post/faults', fault),
    newTip,
    /** A fan pays five dollars by card. */
    async tip(fan: Fan) {
      const { tipId, tipToken, pay } = await newTip(fan);
      await pay();
      return { tipId, tipToken };
    },
    /** A control call to the Stripe sandbox. */
    control: (name: string, body: object) =>
      ask('POST', `${busker.addresses.stripe}/__sandbox/${name}`, body),
    async restart() {
      await busker.close();
      busker = await startBusker({ ...quiet, ports });
    },
    async close() {
      await busker.close();
      await rm(stateDir, { recursive: true });
    },
  };
}
