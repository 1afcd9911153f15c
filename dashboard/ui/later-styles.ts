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
