import { googleRest } from '../../installation/google';
import { bucketFiles, type ReleaseFiles } from '../releases/release-files';

export interface FakeBucket {
  readonly files: ReleaseFiles;
  /** The objects of the bucket. Tests can read and change them. */
  readonly objects: Map<string, Buffer>;
}

/** The real adapter with a bucket in memory, which implements the part of Cloud Storage's API that the adapter uses. */
export function fakeBucket(): FakeBucket {
  const objects = new Map<string, Buffer>();
  const token = () => Promise.resolve('fake-token');
  const answer: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input.toString());
    const name = url.searchParams.get('name');
    if (name !== null) {
      if (url.searchParams.get('ifGenerationMatch') === '0' && objects.has(name))
        return Promise.resolve(Response.json({}, { status: 412 }));
      const body = init?.body;
      objects.set(name, Buffer.from(body instanceof Uint8Array ? body : ''));
      return Promise.resolve(Response.json({ name }));
    }
    const prefix = url.searchParams.get('prefix');
    if (prefix !== null) {
      const items = [...objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => ({ name: key }));
      return Promise.resolve(Response.json({ items }));
    }
    const found = objects.get(decodeURIComponent(url.pathname.split('/o/')[1] ?? ''));
    return Promise.resolve(
      found === undefined ? new Response('', { status: 404 }) : new Response(Uint8Array.from(found)),
    );
  };
  const google = googleRest({ projectId: 'busker-test', token, fetch: answer });
  return { files: bucketFiles({ bucket: 'releases', google, token, fetch: answer }), objects };
}
