import type { Result } from '../base/result';
import type { DocumentType, StoredData } from '../documents/documents';

/** One document type, for the tests that cover all document types: its name, a value, the stored form, and the decoder. */
export type StoredRow = readonly [
  name: string,
  value: unknown,
  stored: StoredData,
  decode: (stored: unknown) => Result<unknown>,
];

export const storedRow = <T>(
  name: string,
  value: T,
  { encode, decode }: DocumentType<T>,
): readonly [StoredRow] => [[name, value, encode(value), decode]];
