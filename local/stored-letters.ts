import { collections } from '../core/documents/documents';
import { decodeMail } from '../core/documents/mail-document';
import { noLetters, type LetterBox } from '../emulators/auth/outbox';
import { readable } from '../functions/store/stored';
import type { Store } from '../functions/store/store';

/** How many mails the outbox shows. */
const shown = 100;

/** The mails in the store. A hosted project would send them. */
export function storedLetters(store: Store): LetterBox {
  const found = () =>
    store.find({ from: collections.mail, orderBy: [['createdAt', 'desc']], limit: shown }, (data) =>
      readable(collections.mail, decodeMail(data)),
    );
  return {
    list: async () =>
      (await found()).map(({ path, value: { to, message, createdAt } }) => ({
        id: path.slice(collections.mail.length + 1),
        to,
        sentAt: createdAt,
        ...message,
      })),
    clear: async () => {
      for (const { path } of await found()) await store.transaction((tx) => Promise.resolve(tx.remove(path)));
    },
  };
}

/** Several letter boxes as one. */
export const allLetters = (...boxes: readonly LetterBox[]): LetterBox => ({
  list: async () => (await Promise.all(boxes.map((box) => box.list()))).flat(),
  clear: async () => void (await Promise.all(boxes.map((box) => box.clear()))),
});

/** A letter box that gets its mails later, because the outbox starts before the store. */
export function laterLetters(): LetterBox & { readonly open: (box: LetterBox) => void } {
  let current = noLetters;
  return {
    list: () => current.list(),
    clear: () => current.clear(),
    open: (box) => {
      current = box;
    },
  };
}
