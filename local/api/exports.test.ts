import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  adminStorage,
  bucketName,
  startTestStorage,
  type AdminStorage,
  type TestStorage,
} from '../../emulators/storage/contract/test-storage';
import { exportFilesContract, openLink } from '../../functions/exports/export-files-contract';
import { FirebaseExportFiles } from '../../functions/firebase/firebase-adapters';
import { localAccountOf, makeSigningKey } from '../../functions/firebase/firebase-app';

const signing = makeSigningKey();
const signer = localAccountOf('demo-busker');
let server: TestStorage;
let admin: AdminStorage;
let files: FirebaseExportFiles;
beforeAll(async () => {
  server = await startTestStorage({ signers: { [signer]: signing.publicKey } });
  admin = adminStorage(server, { clientEmail: signer, privateKey: signing.privateKey });
  files = new FirebaseExportFiles(admin.app, bucketName);
});
afterAll(async () => {
  await admin.close();
  await server.close();
});

it.each(
  exportFilesContract.map(({ promise, holds }, index) => [promise, holds, `exports/u${index}`] as const),
)('exports in the local bucket: %s', async (_, holds, folder) => {
  const read = async (name: string) => (await admin.bucket.file(name).download())[0];
  await expect(holds({ files, read, open: openLink }, folder)).resolves.toBeUndefined();
});

async function linkTo(name: string, seconds: number): Promise<string> {
  const upload = await files.begin({ name, type: 'text/csv', saveAs: 'busker.csv' });
  await files.append(upload, 0, Buffer.from('id\r\n1'), true);
  return files.link(name, Date.now() + seconds * 1000);
}

it('a link downloads the file under its name, from any page', async () => {
  const link = await linkTo('exports/ada/1.csv', 900);
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await fetch(link, { headers });
    expect(await answer.text()).toBe('id\r\n1');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="busker.csv"');
    expect(answer.headers.get('content-type')).toBe('text/csv');
  }
});

it('a link that was changed, forged, taken from another signer or has expired is refused', async () => {
  const link = new URL(await linkTo('exports/ada/2.csv', 900));
  await linkTo('exports/eve/2.csv', 900);
  const changed = (change: (url: URL) => void) => {
    const url = new URL(link);
    change(url);
    return url;
  };
  const other = adminStorage(server, { clientEmail: signer, privateKey: makeSigningKey().privateKey });
  const forged = await new FirebaseExportFiles(other.app, bucketName).link(
    'exports/ada/2.csv',
    Date.now() + 9e5,
  );
  await other.close();
  const stranger = adminStorage(server);
  const strange = await new FirebaseExportFiles(stranger.app, bucketName).link(
    'exports/ada/2.csv',
    Date.now() + 9e5,
  );
  await stranger.close();
  const refused = [
    changed((url) => (url.pathname = url.pathname.replace('ada', 'eve'))),
    changed((url) => url.searchParams.set('X-Goog-Expires', '604800')),
    changed((url) => url.searchParams.set('X-Goog-Date', '20200101T000000Z')),
    changed((url) => url.searchParams.set('X-Goog-Signature', '00')),
    changed((url) => url.searchParams.delete('X-Goog-Signature')),
    changed((url) => (url.search = '')),
    forged,
    strange,
  ];
  for (const url of refused) expect((await fetch(url)).status, String(url)).toBe(403);
  expect((await fetch(link, { method: 'PUT', body: 'x' })).status).toBe(403);
  const short = await linkTo('exports/ada/3.csv', 1);
  await expect.poll(async () => (await fetch(short)).status, { timeout: 5000, interval: 200 }).toBe(400);
  expect((await fetch(link)).status).toBe(200);
});
