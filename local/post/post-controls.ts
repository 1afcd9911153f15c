import * as v from 'valibot';
import type { Control, Controls } from '../hosting/start-hosting';
import { postFaultSchema } from './post-faults';
import type { LocalPost } from './start-post';

const done = { status: 200, json: { done: true } };
const wrongMethod = { status: 405, json: { error: 'This method is not allowed here.' } };

/**
 * The control calls of the local mail server: `GET /__post/mails` lists what arrived, newest first; `GET /__post/faults` lists the faults, `POST` adds one
 * (post-faults.ts); `POST /__post/faults/clear` removes all.
 */
export function postControls({ mails, faults }: Pick<LocalPost, 'mails' | 'faults'>): Controls {
  const list: Control = async (method) =>
    method === 'GET' ? { status: 200, json: await mails.list() } : wrongMethod;
  const fault: Control = (method, body) => {
    if (method === 'GET') return Promise.resolve({ status: 200, json: faults.list() });
    if (method !== 'POST') return Promise.resolve(wrongMethod);
    const parsed = v.safeParse(postFaultSchema, body);
    if (parsed.success) return Promise.resolve({ status: 200, json: faults.add(body) });
    const [issue] = parsed.issues;
    return Promise.resolve({ status: 400, json: { error: issue.message } });
  };
  const clear: Control = (method) => {
    if (method !== 'POST') return Promise.resolve(wrongMethod);
    faults.clear();
    return Promise.resolve(done);
  };
  return { '/__post/mails': list, '/__post/faults': fault, '/__post/faults/clear': clear };
}
