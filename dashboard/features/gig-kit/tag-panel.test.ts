import { describe, expect, it } from 'vitest';
import { webNfc } from './tag-panel';

describe('web nfc', () => {
  const named = (name: string) => Object.assign(new Error('refused'), { name });
  const never = new AbortController().signal;

  function browserThat(act: (given: unknown) => Promise<void>, hasLock = true) {
    class NDEFReader {
      write = act;
      makeReadOnly = hasLock ? act : undefined;
    }
    const writer = webNfc({ NDEFReader });
    if (writer === null) throw new Error('This browser has NFC');
    return writer;
  }

  it('is null in a browser without Web NFC', () => {
    expect(webNfc({})).toBeNull();
    expect(webNfc({ NDEFReader: 'no class' })).toBeNull();
  });

  it('writes the address as the only record', async () => {
    const given: unknown[] = [];
    const writer = browserThat(async (message) => void given.push(message));
    expect(await writer.write('https://busker.example/@ada/tip?at=nfc', never)).toMatchObject({ ok: true });
    expect(given).toEqual([
      { records: [{ recordType: 'url', data: 'https://busker.example/@ada/tip?at=nfc' }] },
    ]);
  });

  it.each([
    ['NotAllowedError', 'blocked'],
    ['SecurityError', 'blocked'],
    ['NotSupportedError', 'no-nfc'],
    ['NotReadableError', 'no-nfc'],
    ['NetworkError', 'unwritable'],
    ['AbortError', 'stopped'],
  ])('tells why a tag was not written or locked: %s', async (name, why) => {
    const writer = browserThat(() => Promise.reject(named(name)));
    expect(await writer.write('https://busker.example', never)).toMatchObject({ ok: false, problem: why });
    expect(await writer.lock(never)).toMatchObject({ ok: false, problem: why });
  });

  it('locks a tag where the browser can', async () => {
    expect(await browserThat(() => Promise.resolve()).lock(never)).toMatchObject({ ok: true });
    const without = browserThat(() => Promise.resolve(), false);
    expect(await without.lock(never)).toMatchObject({ ok: false, problem: 'unwritable' });
  });
});
