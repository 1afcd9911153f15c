import { lazy, type ComponentType } from 'react';
import { NotLoaded } from '../data/failure';

let loading: Promise<void> | null = null;

/**
 * Loads the style sheet of all parts that load later, once. The built page names it (scripts/rollup/dashboard-html.mjs); in development the page names
 * none, because Vite adds the styles of each module itself. It stands after the first sheet and before what Mantine adds, as if it were one sheet.
 */
export function laterStyles(page: Document = document): Promise<void> {
  loading ??= addSheet(page).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function addSheet(page: Document): Promise<void> {
  const address = page.querySelector<HTMLMetaElement>('meta[name="busker-later-styles"]')?.content;
  if (address === undefined) return;
  const sheet = page.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = address;
  const settled = new Promise<void>((resolve, reject) => {
    sheet.addEventListener('load', () => resolve());
    sheet.addEventListener('error', () => {
      sheet.remove();
      reject(new Error(`The style sheet ${address} did not load`));
    });
  });
  const first = page.querySelector('link[rel="stylesheet"]');
  if (first) first.after(sheet);
  else page.head.append(sheet);
  await settled;
}

let round = 0;
/** A failed load is retried at the next render. */
export const askAgain = (): void => void (round += 1);

/** A part whose code loads at its first render. React keeps a failed load for ever; here `askAgain` resets it. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let failedIn: number | null = null;
  const begin = () =>
    lazy(async () => {
      const began = round;
      try {
        const [part] = await Promise.all([load(), laterStyles()]);
        return { default: part };
      } catch (thrown) {
        failedIn = began;
        throw new NotLoaded('The code of this part did not load', { cause: thrown });
      }
    });
  let Part = begin();
  return function Later(props: P) {
    if (failedIn !== null && failedIn !== round) {
      failedIn = null;
      Part = begin();
    }
    return <Part {...props} />;
  };
}
