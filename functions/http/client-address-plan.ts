import type { ClientAddressPlan } from './client-address';
import type { EnvReader } from './env-reader';

const shape = /^(?:(hosting|load-balancer|socket)|proxy:([1-9]|10))$/;

/** Reads `CLIENT_ADDRESS`. `TRUSTED_PROXY_HOPS`, its earlier name, is read for one more release: N means `proxy:N`, 0 means `socket`. */
export function clientAddressPlan(read: EnvReader, sandbox: boolean): ClientAddressPlan {
  const given = read.text('CLIENT_ADDRESS');
  if (given === '') {
    if (read.text('TRUSTED_PROXY_HOPS') === '') return { kind: sandbox ? 'socket' : 'hosting' };
    const hops = read.integer('TRUSTED_PROXY_HOPS', 1, { min: 0, max: 10 });
    return hops === 0 ? { kind: 'socket' } : { kind: 'proxy', hops };
  }
  const [, named, hops] = shape.exec(given) ?? [];
  if (hops !== undefined) return { kind: 'proxy', hops: Number(hops) };
  if (named === 'hosting' || named === 'load-balancer' || named === 'socket') return { kind: named };
  read.fault('CLIENT_ADDRESS must be hosting, load-balancer, socket, or proxy:N with N from 1 to 10.');
  return { kind: 'hosting' };
}
