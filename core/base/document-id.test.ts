import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDocumentId, readDocumentId } from './document-id';
import { paths } from '../documents/documents';
import { badDocumentIds } from '../testing/fakes';

describe('a document id', () => {
  it.each(['a', 'ada', '_', '___', '__a', 'a__', '...', 'tip-1', 'é'.repeat(750), 'x'.repeat(1500)])(
    'may be %s',
    (given) => expect(readDocumentId(given)).toBe(given),
  );

  it.each([...badDocumentIds, 'é'.repeat(751), '\ud800', 7, null, undefined])('may not be %j', (given) =>
    expect(readDocumentId(given)).toBeUndefined(),
  );

  it('is always one segment of a path', () => {
    fc.assert(
      fc.property(fc.string(), (given) => {
        expect(!isDocumentId(given) || paths.tip('ada', given).split('/').length === 4).toBe(true);
      }),
    );
  });
});
