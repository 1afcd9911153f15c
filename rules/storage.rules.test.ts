import { describe, expect, it } from 'vitest';
import { linkSlots, maxBytesOf, pageSlots, pictureSlots } from '@busker/core/pictures/picture-slots';
import { pictureTypes } from '@busker/core/profile/profile';
import type { RulesAuth, RulesLookup, StorageResource, StorageRulesRequest } from '@busker/rules-engine/port';
import { guest, loadFile, signedInAs, withoutAccount } from './firestore-operations';

const rules = loadFile('storage.rules');
const ada = signedInAs('ada');
const nobodyLooks = { get: () => null, getAfter: () => null };
const picture: StorageResource = { name: 'uploads/ada/picture-a', size: '1000', contentType: 'image/png' };

function may(
  auth: RulesAuth,
  method: StorageRulesRequest['method'],
  name: string,
  upload: StorageResource = picture,
  lookup: RulesLookup = nobodyLooks,
): boolean {
  const request: StorageRulesRequest = {
    auth,
    time: '2026-01-02T03:04:05.000Z',
    bucket: 'demo-busker.appspot.com',
    name,
    method,
    resource: method === 'create' ? null : { ...picture, name },
    requestResource: method === 'create' || method === 'update' ? { ...upload, name } : null,
  };
  return rules.verifyStorage(request, lookup, { limit: 2, seen: new Set() }).allowed;
}

describe('an export', () => {
  it('can be read and written by nobody without a signed link, not even by its owner', () => {
    for (const auth of [ada, signedInAs('grace'), null]) {
      for (const method of ['get', 'list', 'create', 'update', 'delete'] as const)
        expect(may(auth, method, 'exports/ada/1.csv')).toBe(false);
    }
  });
});

describe('an owner’s slot', () => {
  it.each([...pictureSlots, ...pageSlots, ...linkSlots])(
    '%s can be read, filled, replaced and emptied by its owner, also a guest',
    (slot) => {
      for (const method of ['get', 'create', 'update', 'delete'] as const) {
        expect(may(ada, method, `uploads/ada/${slot}`)).toBe(true);
        expect(may(guest('g'), method, `uploads/g/${slot}`)).toBe(true);
      }
    },
  );

  // Holds dash-029.
  it.each([...pictureSlots, ...pageSlots, ...linkSlots])(
    '%s can neither be filled nor replaced with the token of a deleted account',
    (slot) => {
      const deleted = withoutAccount('ada');
      for (const method of ['create', 'update'] as const) {
        expect(may(ada, method, `uploads/ada/${slot}`, picture, deleted)).toBe(false);
        expect(may(guest('ada'), method, `uploads/ada/${slot}`, picture, deleted)).toBe(false);
        expect(may(signedInAs('grace'), method, `uploads/grace/${slot}`, picture, deleted)).toBe(true);
      }
    },
  );

  it('has a size limit, so that one account stores 36 MB at most', () => {
    const slots = [...pictureSlots, ...pageSlots, ...linkSlots];
    for (const slot of slots) {
      const most = maxBytesOf(slot);
      expect(may(ada, 'create', `uploads/ada/${slot}`, { ...picture, size: String(most) })).toBe(true);
      expect(may(ada, 'create', `uploads/ada/${slot}`, { ...picture, size: String(most + 1) })).toBe(false);
    }
    const total = slots.reduce((sum, slot) => sum + maxBytesOf(slot), 0);
    expect(total).toBe(36 * 1024 * 1024);
  });

  // Holds dash-106.
  it('is refused to everybody else', () => {
    for (const auth of [signedInAs('grace'), guest('g'), null]) {
      for (const method of ['get', 'create', 'update', 'delete'] as const) {
        expect(may(auth, method, 'uploads/ada/picture-a')).toBe(false);
      }
    }
  });

  it.each(pictureTypes)('accepts %s', (contentType) => {
    expect(may(ada, 'create', 'uploads/ada/picture-a', { ...picture, contentType })).toBe(true);
  });

  // Holds dash-045.
  it.each(['image/svg+xml', 'text/html', 'IMAGE/PNG', 'image/png; charset=utf-8', '', 'image/', 'video/mp4'])(
    'refuses the type %j',
    (contentType) => {
      expect(may(ada, 'create', 'uploads/ada/picture-a', { ...picture, contentType })).toBe(false);
      expect(may(ada, 'update', 'uploads/ada/picture-a', { ...picture, contentType })).toBe(false);
    },
  );

  // Holds dash-045.
  it('accepts up to 5 MB, and no empty file', () => {
    const most = 5 * 1024 * 1024;
    for (const [size, allowed] of [
      [1, true],
      [most, true],
      [most + 1, false],
      [0, false],
    ] as const) {
      expect(may(ada, 'create', 'uploads/ada/picture-b', { ...picture, size: String(size) })).toBe(allowed);
    }
  });

  // Holds dash-106.
  it('of a link accepts up to 256 kB', () => {
    const most = 256 * 1024;
    for (const [size, allowed] of [
      [1, true],
      [most, true],
      [most + 1, false],
      [0, false],
    ] as const) {
      expect(may(ada, 'update', 'uploads/ada/link-01', { ...picture, size: String(size) })).toBe(allowed);
    }
    expect(may(ada, 'create', 'uploads/ada/link-01', { ...picture, contentType: 'image/svg+xml' })).toBe(
      false,
    );
  });

  it.each([
    'uploads/ada/picture-c',
    'uploads/ada/cover-c',
    'uploads/ada/ground',
    'uploads/ada/link-00',
    'uploads/ada/link-25',
    'uploads/ada/link-1',
    'uploads/ada/link-011',
    'uploads/ada',
    'uploads/ada/picture-a/more',
    'uploads//picture-a',
    'uploads/ada/',
    '/uploads/ada/picture-a',
    'Uploads/ada/picture-a',
    'ada/picture-a',
    'picture-a',
  ])('does not exist as %s', (name) => {
    expect(may(ada, 'create', name)).toBe(false);
  });

  // Holds dash-106.
  it('cannot be listed', () => {
    expect(may(ada, 'list', 'uploads/ada')).toBe(false);
    expect(may(ada, 'list', 'uploads/ada/')).toBe(false);
    expect(may(ada, 'list', '')).toBe(false);
  });
});

describe('published pictures', () => {
  it('are refused to browsers', () => {
    for (const auth of [ada, null]) {
      for (const method of ['get', 'list', 'create', 'update', 'delete'] as const) {
        expect(may(auth, method, `public/${'a'.repeat(64)}`)).toBe(false);
      }
      expect(may(auth, 'list', 'public')).toBe(false);
    }
  });
});
