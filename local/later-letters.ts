import { noLetters, type LetterBox } from '../emulators/auth/outbox';

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
