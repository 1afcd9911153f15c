import { fail, ok, type Result } from '../../../../core/base/result';
import type { TagFault, TagWriter } from './tag-writer';

/** What this file uses of Web NFC (w3c.github.io/web-nfc), which TypeScript's library does not have. */
interface NdefReader {
  write(
    message: { readonly records: readonly { readonly recordType: 'url'; readonly data: string }[] },
    options: { readonly overwrite: boolean; readonly signal: AbortSignal },
  ): Promise<void>;
  /** Absent in Chrome before 100. */
  makeReadOnly?(options: { readonly signal: AbortSignal }): Promise<void>;
}

type NdefReaderClass = new () => NdefReader;

const isReaderClass = (given: unknown): given is NdefReaderClass => typeof given === 'function';

/** By the names of the DOM exceptions in the specification. */
const faults: Readonly<Record<string, TagFault>> = {
  NotAllowedError: 'blocked',
  SecurityError: 'blocked',
  NotSupportedError: 'no-nfc',
  NotReadableError: 'no-nfc',
  AbortError: 'stopped',
};

const faultOf = (thrown: unknown): TagFault =>
  (thrown instanceof Error ? faults[thrown.name] : undefined) ?? 'unwritable';

async function tried(act: () => Promise<void> | undefined): Promise<Result<void, TagFault>> {
  try {
    await act();
    return ok(undefined);
  } catch (thrown) {
    return fail(faultOf(thrown));
  }
}

/** The browser's NFC; null where it has none: today everywhere but in Chrome on Android. */
export function webNfc(browser: object): TagWriter | null {
  const found = 'NDEFReader' in browser ? browser.NDEFReader : undefined;
  if (!isReaderClass(found)) return null;
  const Reader = found;
  return {
    write: (address, signal) =>
      tried(() =>
        new Reader().write({ records: [{ recordType: 'url', data: address }] }, { overwrite: true, signal }),
      ),
    lock: async (signal) => {
      const reader = new Reader();
      if (reader.makeReadOnly === undefined) return fail('unwritable');
      return tried(() => reader.makeReadOnly?.({ signal }));
    },
  };
}
