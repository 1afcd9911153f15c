import { expect, it } from 'vitest';
import { known } from '../../installation/google';
import { fakeBucket } from '../testing/fake-bucket';

it('the bucket of releases never replaces a file after it was first written', async () => {
  const { files } = fakeBucket();
  expect(await files.read('embed/1.0.0/a.js')).toEqual(known(null));
  expect(await files.create('embed/1.0.0/a.js', Buffer.from('one'))).toEqual({ ok: true, value: 'created' });
  expect(await files.create('embed/1.0.0/a.js', Buffer.from('two'))).toEqual({ ok: true, value: 'exists' });
  expect(await files.read('embed/1.0.0/a.js')).toEqual(known(Buffer.from('one')));
  await files.create('releases/2.json', Buffer.from('{}'));
  await files.create('releases/1.json', Buffer.from('{}'));
  expect(await files.list('releases/')).toEqual(known(['releases/1.json', 'releases/2.json']));
  expect(await files.list('nothing/')).toEqual(known([]));
});
